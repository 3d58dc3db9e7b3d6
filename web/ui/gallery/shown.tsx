import { useEffect, useState } from 'react';
import { LOCALE_NAMES, LOCALES } from '#contract/locales.ts';
import { useSortWords } from '#web/ui/data/sort-words.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Avatar } from '#web/ui/media/avatar.tsx';
import { BackLink } from '#web/ui/basic/back-link.tsx';
import { Badge, State } from '#web/ui/basic/badge.tsx';
import { BulkBar } from '#web/ui/data/bulk.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Chip } from '#web/ui/basic/chip.tsx';
import { CopyButton } from '#web/ui/feedback/copy-button.tsx';
import { Cover } from '#web/ui/media/cover.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FailedList } from '#web/ui/feedback/list-failure.tsx';
import { Flag } from '#web/ui/basic/flag.tsx';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import { KeyList } from '#web/ui/basic/key-list.tsx';
import { Mark } from '#web/ui/feedback/spinner.tsx';
import { Pager, type PagerWords } from '#web/ui/paging/pager.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Labelled } from '#web/ui/basic/labelled.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Person } from '#web/ui/media/person-card.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { Plot } from '#web/ui/data/chart.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { SegBar } from '#web/ui/feedback/progress-segments.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { moveItem } from '#web/ui/data/move-item.ts';
import { Sortable } from '#web/ui/data/sortable.tsx';
import { TabList } from '#web/ui/basic/tab-list.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Tabs } from '#web/ui/basic/tabs.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
const ROWS = [
  { id: 1, name: 'Quiet garden', pages: 12 },
  { id: 2, name: LONG, pages: 240 },
  { id: 3, name: 'روبوت المنارة', pages: 3 },
];

/** Everything that is only looked at. */
export function Shown() {
  const now = useNow();
  return (
    <>
      {(['good', 'warn', 'bad'] as const).map((kind) => (
        <Alert key={kind} kind={kind}>
          <span>{`${kind}: first line\nsecond line ${LONG}`}</span>
          <button type="button" className="alert__act">
            act
          </button>
        </Alert>
      ))}
      <div className="row">
        <Badge>badge</Badge>
        {(['good', 'warn', 'bad', 'plate', 'accent'] as const).map((look) => (
          <Badge key={look} look={look}>
            {look}
          </Badge>
        ))}
      </div>
      <div className="row">
        <State>state</State>
        {(['good', 'warn', 'bad'] as const).map((look) => (
          <State key={look} look={look}>
            {look}
          </State>
        ))}
      </div>
      <div className="row">
        <Chip to="">chip</Chip>
        <Chip to="" count="12">
          count
        </Chip>
        <Chip to="" color="#d13a1c" count="3">
          tag
        </Chip>
        <Chip to="" color={null}>
          tag without colour
        </Chip>
      </div>
      <div className="row">
        <Avatar name="Mika" image={null} />
        <Avatar name="Mika" image={null} xl />
        <Mark />
        <span className="is-busy">
          <Mark />
        </span>
      </div>
      <BackLink to="">all of them</BackLink>
      <Link to="" className="link">
        one of them
      </Link>
      <Person to="" name="Haru" image={null}>
        12
      </Person>
      <div className="row">
        {LOCALES.map((locale) => (
          <span key={locale} lang={locale}>
            <Flag icon={locale} />
            {LOCALE_NAMES[locale]}
          </span>
        ))}
      </div>
      <div className="row">
        {now === null
          ? null
          : [60_000, 5 * 3_600_000, 3 * 86_400_000].map((ago) => (
              <When key={ago} date={new Date(now - ago).toISOString()} />
            ))}
        <When date="2026-02-09" />
      </div>
      <div className="row">
        <div style={{ inlineSize: 120 }}>
          <Cover color="#945b4a" />
        </div>
        <Picture src="/images/icon.png" width={96} height={96} alt="loaded" />
        <Picture src="/images/none.png" width={96} height={96} alt="fallback" />
        <Picture src={null} width={96} height={96} alt="withheld" color="#3a6ea5" />
      </div>
      <SegBar total={12} done={5} />
      <SegBar total={240} done={240} />
      <Progress label="progress" value={0.4}>
        40 %
      </Progress>
      <Progress label="unknown" value={null}>
        unknown
      </Progress>
      <Progress label="good" value={1} outcome="good">
        good
      </Progress>
      <Progress label="bad" value={0.7} outcome="bad">
        bad
      </Progress>
      <Skeleton height="1.5rem" width="60%" />
      <KeyList
        shortcuts={[
          { name: 'one or the other', keys: ['/', 'Ctrl K'] },
          { name: 'one after the other', keys: [['G', 'H']] },
        ]}
        then="then"
      />
      <EmptyState title="Nothing here" text="Why, and what to do.">
        <button type="button" className="btn">
          act
        </button>
      </EmptyState>
      <FailedList text="The list could not be had." reason="Why." />
      <CopyButton text="copied" />
    </>
  );
}

/** Components that hold or orders other things. */
export function Lists({ words }: { words: PagerWords }) {
  const now = useNow();
  const sortWords = useSortWords();
  const [items, setItems] = useState(ROWS);
  const [tab, setTab] = useState<'one' | 'two'>('one');
  const [picked, setPicked] = useState<ReadonlySet<string | number>>(new Set([2]));
  const [sort, setSort] = useState<{ by: string; order: 'asc' | 'desc' }>({ by: 'name', order: 'asc' });
  return (
    <>
      <Tabs
        label="tabs"
        tabs={[
          { to: '', name: 'current', count: '3' },
          { to: 'x', name: LONG },
        ]}
      />
      <TabList
        label="tab list"
        panel="dev-panel"
        value={tab}
        tabs={[
          { value: 'one', label: 'one' },
          { value: 'two', label: 'two' },
        ]}
        onChange={setTab}
      />
      <div id="dev-panel" role="tabpanel" aria-label={tab}>
        {tab}
      </div>
      <Panel title="panel" more={<a href="#dev-panel">more</a>}>
        <Table
          label="table"
          rows={ROWS}
          keyFor={({ id }) => id}
          sort={sort}
          onSort={(by, order) => setSort({ by, order })}
          columns={[
            { name: 'name', label: 'name', place: 'main', sorts: 'asc', cell: ({ name }) => <bdi>{name}</bdi> },
            { name: 'pages', label: 'pages', end: true, sorts: 'desc', place: 'labelled', cell: ({ pages }) => pages },
          ]}
          picking={{
            picked,
            allLabel: 'all',
            rowLabel: ({ name }) => name,
            onPick: (rows, on) =>
              setPicked((before) => {
                const next = new Set(before);
                for (const { id } of rows) {
                  if (on) {
                    next.add(id);
                  } else {
                    next.delete(id);
                  }
                }
                return next;
              }),
          }}
        />
      </Panel>
      <Table
        label="table without rows"
        rows={[]}
        keyFor={({ id }: (typeof ROWS)[number]) => id}
        columns={[{ name: 'name', label: 'name', cell: ({ name }) => name }]}
      />
      {now === null
        ? null
        : ([false, true] as const).map((grid) => (
            <Sortable
              key={String(grid)}
              label="sortable"
              items={items}
              nameFor={({ name }) => name}
              grid={grid}
              words={sortWords}
              onMove={(from, to) => setItems((before) => moveItem(before, from, to))}
            >
              {({ name }, handle) => (
                <div className="row" style={{ flexWrap: 'nowrap' }}>
                  {handle}
                  <bdi style={{ minInlineSize: 0, overflowWrap: 'anywhere' }}>{name}</bdi>
                </div>
              )}
            </Sortable>
          ))}
      <BulkBar label="bulk" count="2 selected" clearLabel="clear" onClear={() => {}}>
        <Button>act</Button>
        <Button look={['danger']}>remove</Button>
      </BulkBar>
      <Pager page={20} last={20} addressFor={(page) => `?page=${page}`} words={words} />
      <Pager page={1} last={20} addressFor={(page) => `?page=${page}`} words={words} />
      <Pager page={9} last={20} addressFor={(page) => `?page=${page}`} words={words} />
      {(['muted', 'plain', 'visually-hidden'] as const).map((look) => (
        <p key={look}>
          <Labelled label="label" look={look}>
            value
          </Labelled>
        </p>
      ))}
      {(['line', 'bar'] as const).map((kind) => (
        <Plot
          key={kind}
          label={kind}
          kind={kind}
          places={['Mon', 'Tue', 'Wed', 'Thu']}
          shortPlaces={['M', 'T', 'W', 'T']}
          series={[
            { name: 'one', values: [3, 7, null, 5] },
            { name: 'two', values: [1, 2, 4, 8] },
          ]}
          format={String}
          formatTick={String}
          unknown="–"
          words={{ table: 'table', place: 'day' }}
        />
      ))}
    </>
  );
}

/** Every icon and every colour that has a name. */
export function Signs() {
  const [names, setNames] = useState<string[]>([]);
  const look = (element: HTMLElement | null) => {
    if (element && names.length === 0) {
      setNames([...document.querySelectorAll('symbol[id^="i-"]')].map(({ id }) => id.slice(2)));
    }
  };
  return (
    <>
      <div className="row" ref={look}>
        {names.map((name) => (
          <span key={name} title={name}>
            <Icon name={name as IconName} />
          </span>
        ))}
      </div>
      <div className="row">
        {[
          'ground',
          'surface',
          'raised',
          'hover',
          'line',
          'line-control',
          'text',
          'muted',
          'accent',
          'accent-soft',
          'good',
          'good-soft',
          'warn',
          'warn-soft',
          'bad',
          'bad-soft',
        ].map((token) => (
          <span
            key={token}
            className="small"
            style={{ borderInlineStart: `2rem solid var(--${token})`, paddingInlineStart: '.5rem' }}
          >
            {token}
          </span>
        ))}
      </div>
      <h1>h1 Heading</h1>
      <h2>h2 Heading</h2>
      <h3>h3 Heading</h3>
      <p className="lead">lead</p>
      <p>
        text{' '}
        <a className="link" href="#dev-panel">
          link
        </a>{' '}
        <b>bold</b> <kbd>kbd</kbd>
      </p>
      <p className="muted small">muted small</p>
    </>
  );
}

/** The time, once the page is in the browser: what follows from it, and what can be moved, is not the same on the server. */
function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => setNow(Date.now()), []);
  return now;
}
