import type { CSSProperties } from 'react';
import './range.css';

interface Props {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value as people read it. */
  text: string;
  onChange: (value: number) => void;
}

/** A number chosen on a line, with its value beside it. */
export function Range({ label, value, min, max, step = 1, text, onChange }: Props) {
  const share = `${((value - min) / (max - min)) * 100}%`;
  return (
    <div className="range">
      <input
        type="range"
        aria-label={label}
        aria-valuetext={text}
        min={min}
        max={max}
        step={step}
        value={value}
        style={{ '--p': share } as CSSProperties}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <output>{text}</output>
    </div>
  );
}
