/** Draws a thumbhash (base64) blurred behind a picture that is still on its way. */
export async function blur(element: HTMLImageElement, thumbhash: string): Promise<void> {
  const { thumbHashToDataURL } = await import('thumbhash');
  if (element.complete) return;
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
  element.style.backgroundImage = `url(${thumbHashToDataURL(bytes)})`;
}
