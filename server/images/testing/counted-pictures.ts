// The work of this process for a picture, to be opened where it is counted (`openCounted`).
import { createRenderer } from '#server/images/rendering/render.ts';

const renderer = createRenderer({ processes: 1 });

/** The outcome for a picture: `good`, or the code of its refusal. */
export async function renderPicture(bytes: Buffer): Promise<string> {
  const result = await renderer.render(bytes, { cover: false });
  return result.ok ? 'good' : result.code;
}

export async function closeRenderer(): Promise<void> {
  await renderer.close();
}
