import { flushCompileCache } from 'node:module';
import sharp from 'sharp';

// Draws what the product itself has written, as SVG; nothing that somebody brought comes here.
sharp.concurrency(1);
sharp.cache(false);

process.on('message', ({ svg }: { svg: string }) => {
  void sharp(Buffer.from(svg)).png({ palette: true, effort: 7 }).toBuffer().then((png) => process.send?.(png), () => process.send?.(null));
});
process.on('SIGINT', () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The code Node compiled is stored now: this process is always killed, and an end is when Node would keep it.
flushCompileCache();
