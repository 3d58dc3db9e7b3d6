import { flushCompileCache } from 'node:module';
import sharp from 'sharp';
import { letteredLine, type Line } from './lettering.ts';

// Draws what the product itself has written, as SVG; nothing that somebody brought comes here.
sharp.concurrency(1);
sharp.cache(false);

async function drawn({ svg, lines }: { svg: string; lines: readonly Line[] }): Promise<Buffer> {
  const overlays = await Promise.all(lines.map((line) => letteredLine(line)));
  return sharp(Buffer.from(svg)).composite(overlays.filter((overlay) => overlay !== null)).png({ palette: true, effort: 7 }).toBuffer();
}

process.on('message', (question: { svg: string; lines: readonly Line[] }) => {
  void drawn(question).then((png) => process.send?.(png), () => process.send?.(null));
});
process.on('SIGINT', () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The code Node compiled is stored now: this process is always killed, and an end is when Node would keep it.
flushCompileCache();
