import type { Plugin } from 'vite';

/**
 * Lets the build leave out every schema of `contract/` that the site does not use, and zod with the last of them.
 *
 * A bundler keeps a call whose answer nobody reads, since the call may do something. Constants of the contract are made by
 * calls that do nothing else, which the annotation `@__PURE__` tells of each.
 */
export function dropUnusedSchemas(): Plugin {
  return {
    name: 'drop-unused-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler(code) {
        const values = this.parse(code)
          .body.map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
          .flatMap((declared) => (declared?.type === 'VariableDeclaration' ? declared.declarations : []))
          .flatMap(({ init }) => init ?? [])
          .filter(({ start, end }) => code.slice(start, end).includes('('));
        return values.reduceRight(
          (changed, { start, end }) =>
            `${changed.slice(0, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()${changed.slice(end)}`,
          code,
        );
      },
    },
  };
}
