import './skeleton.css';

/** Holds the place of something on its way; it shows after 200 ms. Sizes are CSS lengths. */
export function Skeleton({ width, height }: { width?: string; height?: string }) {
  return (
    <span className="skeleton" style={{ display: 'block', inlineSize: width, blockSize: height }} aria-hidden="true" />
  );
}
