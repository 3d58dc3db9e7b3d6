import './spinner.css';

/** The mark: a page cut into panels. Inside `.is-busy` its panels shift. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 40 52" aria-hidden="true">
      <path className="mark__a" d="M0 0h10.5v52H0z" />
      <path className="mark__b" d="M14.5 0h22.6L14.5 21.36Z" />
      <path className="mark__beat" d="M40 2.75v46.50L15.4 26Z" />
      <path className="mark__d" d="M14.5 30.64 37.1 52H14.5Z" />
    </svg>
  );
}
