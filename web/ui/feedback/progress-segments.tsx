import './progress-segments.css';

interface Props {
  /** How many pages or chapters there are. */
  total: number;
  /** How many of them, from the beginning, are done. */
  done: number;
}

/** More segments than this would be thinner than their gaps. */
const MOST = 60;

/** Panels instead of a bar: each segment is a page, or an equal share of many. Decoration: say the numbers beside it. */
export function SegBar({ total, done }: Props) {
  const segments = Math.min(total, MOST);
  const filled = total === 0 ? 0 : Math.floor((done / total) * segments);
  return (
    <div className="progress-segments" aria-hidden="true">
      {Array.from({ length: segments }, (_, index) => (
        <i key={index} className={index < filled ? 'is-read' : undefined} />
      ))}
    </div>
  );
}
