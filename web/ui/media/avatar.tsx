import { Picture } from './picture.tsx';
import './avatar.css';

/** A member's square picture, or the first letter of their name; decoration beside the name. `xl` is 88 pixels, else 32. */
export function Avatar({ name, image, xl = false }: { name: string; image: string | null; xl?: boolean }) {
  const size = xl ? 88 : 32;
  const look = xl ? 'avatar avatar--xl' : 'avatar';
  return image === null ? (
    <span className={look} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  ) : (
    <span className={look}>
      <Picture src={image} width={size} height={size} alt="" />
    </span>
  );
}
