/** Canvases that no page shows now. */
const free: HTMLCanvasElement[] = [];

/**
 * A canvas to show a picture on: one that was given back, where there is one. What a browser keeps of a canvas goes only when
 * it next cleans up, and that holds the page up; so a strip has no more of them than it ever showed at once.
 */
export function takeCanvas(): HTMLCanvasElement {
  const canvas = free.pop() ?? document.createElement('canvas');
  canvas.ariaHidden = 'true';
  return canvas;
}

/** Shows a picture on a canvas, which takes its size; the picture can be used no more. */
export function show(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')!.transferFromImageBitmap(bitmap);
}

/** Takes a canvas off the page and lets go of its picture. */
export function giveBack(canvas: HTMLCanvasElement): void {
  canvas.remove();
  // Small before it is empty: a browser fills an empty one with as many blank pixels as it has.
  canvas.width = 1;
  canvas.height = 1;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(null);
  free.push(canvas);
}
