import './key-list.css';

/** The label of a shortcut, and the keys for it, any of which will do; keys of one that are pressed one after the other stand in a list. */
export interface Shortcut {
  name: string;
  keys: readonly (string | readonly string[])[];
}

/** Shortcuts and their keys, as keyboards have them written on them. `then` stands between keys that follow each other. */
export function KeyList({ shortcuts, then = '' }: { shortcuts: readonly Shortcut[]; then?: string }) {
  return (
    <dl className="key-list">
      {shortcuts.map(({ name, keys }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="ltr">
            {keys.map((key) =>
              typeof key === 'string' ? (
                <kbd key={key}>{key}</kbd>
              ) : (
                <span key={key.join()}>
                  <kbd>{key[0]}</kbd> <bdi>{then}</bdi> <kbd>{key[1]}</kbd>
                </span>
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
