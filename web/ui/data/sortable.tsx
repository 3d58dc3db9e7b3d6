import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/basic/icon.tsx';
import './sortable.css';

/** The words for those who move things without seeing them; `place` counts from 1. */
export interface SortableWords {
  /** The label of the handle of an item: 'Move page 3'. */
  handle: (name: string) => string;
  /** How it is done by keys. */
  keys: string;
  lifted: (name: string, place: number, total: number) => string;
  over: (name: string, place: number, total: number) => string;
  dropped: (name: string, place: number, total: number) => string;
  cancelled: (name: string) => string;
}

interface Props<Item extends { id: UniqueIdentifier }> {
  label: string;
  items: readonly Item[];
  nameFor: (item: Item) => string;
  /** In rows that fill the width, or one under the other. */
  grid?: boolean;
  words: SortableWords;
  /** An item was put in another place, both counted from 0. */
  onMove: (from: number, to: number) => void;
  /** Draws an item; `handle` is the button it is moved by, with the pointer or with space and the arrow keys. */
  children: (item: Item, handle: ReactNode, index: number) => ReactNode;
}

/** A list whose items can be put in another order, by pointer, finger and keyboard; each move is announced. */
export function Sortable<Item extends { id: UniqueIdentifier }>({
  label,
  items,
  nameFor,
  grid = false,
  words,
  onMove,
  children,
}: Props<Item>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeFor = (id: UniqueIdentifier | undefined) => items.findIndex((item) => item.id === id);
  const announcement = (say: SortableWords['over'], id: UniqueIdentifier, at: UniqueIdentifier | undefined) => {
    const item = items[placeFor(id)];
    return item && say(nameFor(item), placeFor(at ?? id) + 1, items.length);
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [placeFor(active.id), placeFor(over?.id)];
    if (from >= 0 && to >= 0 && from !== to) {
      onMove(from, to);
    }
  };
  const announcements = {
    onDragStart: ({ active }: Pick<DragEndEvent, 'active'>) => announcement(words.lifted, active.id, undefined),
    onDragOver: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      announcement(words.over, active.id, over?.id),
    onDragEnd: ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
      announcement(words.dropped, active.id, over?.id),
    onDragCancel: ({ active }: Pick<DragEndEvent, 'active'>) => announcement(words.cancelled, active.id, undefined),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements, screenReaderInstructions: { draggable: words.keys } }}
    >
      <SortableContext items={items as Item[]} strategy={grid ? rectSortingStrategy : verticalListSortingStrategy}>
        <ol className={grid ? 'sortable sortable--grid' : 'sortable'} aria-label={label}>
          {items.map((item, index) => (
            <Row key={item.id} id={item.id} label={words.handle(nameFor(item))}>
              {(handle) => children(item, handle, index)}
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function Row({
  id,
  label,
  children,
}: {
  id: UniqueIdentifier;
  label: string;
  children: (handle: ReactNode) => ReactNode;
}) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
  });
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className="sortable__handle"
      aria-label={label}
      aria-describedby={attributes['aria-describedby']}
      {...listeners}
    >
      <Icon name="menu" />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'is-dragged' : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(handle)}
    </li>
  );
}
