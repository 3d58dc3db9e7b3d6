import { readFileSync } from 'node:fs';
import { DockerfileParser, JSONInstruction, PropertyInstruction } from 'dockerfile-ast';

/** One instruction of a Dockerfile. */
export interface Step {
  keyword: string;
  line: number;
  /** Its options: `--from=build` is `from`. */
  flags: Record<string, string>;
  /** Its arguments, on one line. */
  text: string;
  /** Its words: those of its JSON where it has one, and whether it has. */
  words: string[];
  isJson: boolean;
  /** The names it sets, of ENV. */
  set: Record<string, string>;
}

/** A stage: the image it begins with, its name, and its instructions in their order. */
export interface Stage {
  image: string;
  name: string;
  steps: Step[];
}

/** The instructions that are understood; any other is refused, so that nothing of a Dockerfile goes untried. */
const KNOWN = 'FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK CMD'.split(' ');

/** The stages of a Dockerfile. @throws Error naming the line of an instruction or an option that is not understood. */
export function readDockerfile(path: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(readFileSync(path, 'utf8')).getInstructions()) {
    const keyword = instruction.getKeyword();
    const line = instruction.getRange().start.line + 1;
    if (!KNOWN.includes(keyword)) throw new Error(`${path}:${line}: ${keyword} is not understood`);
    const json = instruction instanceof JSONInstruction ? instruction.getJSONStrings() : [];
    const step: Step = {
      keyword,
      line,
      flags:
        instruction instanceof JSONInstruction
          ? Object.fromEntries(instruction.getFlags().map((flag) => [flag.getName(), flag.getValue() ?? '']))
          : {},
      text: (instruction.getArgumentsContent() ?? '').replaceAll(/\\\n\s*/g, ''),
      isJson: json.length > 0,
      words:
        json.length > 0
          ? json.map((each) => JSON.parse(each.getValue()) as string)
          : instruction.getArguments().map((each) => each.getValue()),
      set:
        instruction instanceof PropertyInstruction && keyword === 'ENV'
          ? Object.fromEntries(instruction.getProperties().map((each) => [each.getName(), each.getValue() ?? '']))
          : {},
    };
    if (keyword === 'FROM') {
      const [image = '', as, name = String(stages.length)] = step.words;
      stages.push({ image, name: as === undefined ? String(stages.length) : name, steps: [] });
    } else {
      const stage = stages.at(-1);
      if (stage === undefined) throw new Error(`${path}:${line}: ${keyword} stands before FROM`);
      stage.steps.push(step);
    }
  }
  return stages;
}
