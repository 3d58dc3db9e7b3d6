/** The part of fontkit that the lettering uses; the package is there only where the library is drawn. */
declare module 'fontkit' {
  export interface Glyph {
    readonly path: { readonly commands: readonly { command: string; args: number[] }[] };
  }

  export interface GlyphRun {
    readonly glyphs: readonly Glyph[];
    /** In units of the font. */
    readonly positions: readonly { xAdvance: number; xOffset: number; yOffset: number }[];
  }

  export interface Font {
    readonly unitsPerEm: number;
    readonly characterSet: readonly number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    /** Shapes a line by the font's own rules. */
    layout(text: string): GlyphRun;
  }

  export function create(file: Uint8Array): Font;
}
