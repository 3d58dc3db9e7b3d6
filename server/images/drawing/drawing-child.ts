import sharp from 'sharp';
import { answerQuestions } from '#server/child-processes/answer-questions.ts';
import { letteredLine, type Line } from './lettering.ts';

// Draws what the product itself has written, as SVG; nothing that somebody brought comes here.
sharp.concurrency(1);
sharp.cache(false);

async function drawPicture({ svg, lines }: { svg: string; lines: readonly Line[] }): Promise<Buffer> {
  const overlays = await Promise.all(lines.map((line) => letteredLine(line)));
  return sharp(Buffer.from(svg))
    .composite(overlays.filter((overlay) => overlay !== null))
    .png({ palette: true, effort: 7 })
    .toBuffer();
}

answerQuestions(async (question: { svg: string; lines: readonly Line[] }) => ({
  png: await drawPicture(question).catch(() => null),
}));
