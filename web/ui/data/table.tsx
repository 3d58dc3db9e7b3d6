import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/basic/button.css';
import '#web/ui/choice/checkbox.css';
import './table.css';

export type Order = 'asc' | 'desc';

/** A column of a `Table`. */
export interface Column<Row> {
  /** Tells columns apart; what `onSort` gets. */
  name: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /**
   * Its part where the table is narrow: `picture` and `acts` stand at the edges (their heads are only read out), `main`
   * is the heading of the card, `hidden` is left out, `labelled` stands below with its label. Left out: below, as it is.
   */
  place?: 'picture' | 'main' | 'acts' | 'hidden' | 'labelled';
  /** Numbers and dates stand at the end of the column. */
  end?: boolean;
  /** It sorts, first in this order. */
  sorts?: Order;
}

/** Which rows are picked, by `keyFor`. */
export interface RowSelection<Row> {
  picked: ReadonlySet<string | number>;
  /** Rows become picked or not: one, those between two presses with Shift, or all that are shown. */
  onPick: (rows: readonly Row[], on: boolean) => void;
  allLabel: string;
  rowLabel: (row: Row) => string;
}

interface Props<Row> {
  /** The label of the list, for people who listen. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyFor: (row: Row) => string | number;
  picking?: RowSelection<Row> | undefined;
  sort?: { by: string; order: Order } | undefined;
  /** A column was pressed: `order` is what it is to be sorted in now. */
  onSort?: (by: string, order: Order) => void;
}

/**
 * Rows with columns that sort and boxes that pick. On a box the arrows up and down lead to the next row's; with Shift they,
 * and a press, take along what lies between. In less than 44rem every row is a card.
 */
export function Table<Row>({ label, columns, rows, keyFor, picking, sort, onSort }: Props<Row>) {
  const last = useRef<string | number | null>(null);
  const pickAt = (at: number, on: boolean, through: boolean) => {
    const from = through && last.current !== null ? rows.findIndex((row) => keyFor(row) === last.current) : -1;
    const [first, end] = from === -1 ? [at, at] : [Math.min(from, at), Math.max(from, at)];
    last.current = keyFor(rows[at]!);
    picking?.onPick(rows.slice(first, end + 1), on);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const box = event.target as HTMLInputElement;
    if (!box.matches('.table__pick input') || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('.table__pick input')];
    const at = boxes.indexOf(box) + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    if (boxes[at] === undefined) return;
    boxes[at].focus();
    if (event.shiftKey) {
      pickAt(at, true, true);
    }
  };
  const count = picking === undefined ? 0 : rows.filter((row) => picking.picked.has(keyFor(row))).length;
  return (
    <div className="table-box">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {picking ? (
              <th className="table__pick" scope="col">
                <PickAll
                  label={picking.allLabel}
                  count={count}
                  of={rows.length}
                  onChange={(on) => picking.onPick(rows, on)}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <Head key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {rows.map((row, at) => {
            const key = keyFor(row);
            const on = picking?.picked.has(key) ?? false;
            return (
              <tr key={key} className={on ? 'is-picked' : undefined}>
                {picking ? (
                  <td className="table__pick">
                    <label className="check">
                      <input
                        type="checkbox"
                        aria-label={picking.rowLabel(row)}
                        checked={on}
                        onClick={keepText}
                        onChange={({ currentTarget, nativeEvent }) =>
                          pickAt(at, currentTarget.checked, (nativeEvent as unknown as MouseEvent).shiftKey)
                        }
                      />
                    </label>
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td
                    key={column.name}
                    className={classFor(column)}
                    data-l={column.place === 'labelled' ? column.label : undefined}
                  >
                    {wrapCell(column, row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Where it is narrow the label is muted, what it labels is not. */
function wrapCell<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.place === 'labelled' ? <span>{column.cell(row)}</span> : column.cell(row);
}

/** A press with Shift would select the text between two boxes. */
function keepText({ shiftKey }: MouseEvent): void {
  if (shiftKey) {
    document.getSelection()?.removeAllRanges();
  }
}

function classFor({ place, end }: Column<never>): string | undefined {
  const placed = place === 'hidden' ? 'hide-s' : place && place !== 'labelled' ? `table__${place}` : '';
  return [placed, end ? 'end' : ''].filter(Boolean).join(' ') || undefined;
}

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Props<Row>['sort'];
  onSort: Props<Row>['onSort'];
}) {
  const { name, label, sorts, place } = column;
  const order = sort?.by === name ? sort.order : null;
  if (sorts === undefined || onSort === undefined) {
    return (
      <th scope="col" className={classFor(column)}>
        {place === 'picture' || place === 'acts' ? <span className="visually-hidden">{label}</span> : label}
      </th>
    );
  }
  const next = order === null ? sorts : order === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      className={classFor(column)}
      aria-sort={order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className="sort-button" onClick={() => onSort(name, next)}>
        {label}
        {order === null ? null : <Icon name={order === 'asc' ? 'up' : 'down'} className="icon--s" />}
      </button>
    </th>
  );
}

/** A box for all rows: half ticked while some are. */
function PickAll({
  label,
  count,
  of,
  onChange,
}: {
  label: string;
  count: number;
  of: number;
  onChange: (on: boolean) => void;
}) {
  const all = of > 0 && count === of;
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={label}
        checked={all}
        ref={(box) => {
          if (box) {
            box.indeterminate = count > 0 && !all;
          }
        }}
        onChange={() => onChange(!all)}
      />
    </label>
  );
}
