import { createContext, use, useEffect, useRef, useState } from 'react';
import type { Upload, UploadChapter, UploadLimits, UploadWork } from '#contract/uploads.ts';
import { ApiFailure, apiGet, apiSend } from '#web/platform/api/api.ts';
import { toArranged, displayValue, type ArrangedUpload } from './arrangement.ts';
import { useTransfers } from '#web/staff/sending/transfers.ts';

/** An upload as it is shown, and what can be done with it. */
export interface Uploading {
  upload: Upload;
  limits: UploadLimits;
  /** Why the last change of order was not kept, or the upload could not be read; '' where nothing failed. */
  failure: string;
  /** Somebody, in another tab, changed it meanwhile; what is shown is the newest. */
  overtaken: boolean;
  refresh: () => Promise<void>;
  /** Shows what the site answered. */
  put: (upload: Upload) => void;
  putWork: (work: UploadWork) => void;
  putChapter: (chapter: UploadChapter) => void;
  /** Changes the order at once and keeps it; one change after the other. */
  arrange: (change: (arranged: ArrangedUpload) => ArrangedUpload) => void;
  calm: () => void;
  /** Shows why something failed. */
  tell: (failure: string) => void;
  /** Edits not saved yet, to be saved before a commit. */
  pending: Set<() => Promise<boolean>>;
  /** Waits until every change of order is kept; answers the version that then is the upload's. */
  settled: () => Promise<number>;
  /** Does what changes the upload; what was read meanwhile does not count. */
  hold: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** How often the site is asked while it reads files, while bytes move, and else, in ms. */
const READING = 900;
const MOVING = 2500;
const RESTING = 12_000;

const Context = createContext<Uploading | null>(null);
export const UploadProvider = Context.Provider;

/** The upload whose page this is. */
export function useUploading(): Uploading {
  return use(Context)!;
}

/** Lets a commit wait until what is written here is kept. */
export function usePending(flush: () => Promise<boolean>): void {
  const { pending } = useUploading();
  useEffect(() => {
    pending.add(flush);
    return () => {
      pending.delete(flush);
    };
  }, [pending, flush]);
}

/** Follows an upload: asks again as long as something happens, and shows changes before they are kept. */
export function useUpload(first: Upload, limits: UploadLimits): Uploading {
  const [upload, setUpload] = useState(first);
  const [failure, setFailure] = useState('');
  const [overtaken, setOvertaken] = useState(false);
  const transfers = useTransfers();
  // The state the site has; the one shown may be ahead of it.
  const current = useRef(first);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const changes = useRef(0);
  const held = useRef(0);
  const pending = useRef(new Set<() => Promise<boolean>>()).current;
  const path = `/admin/uploads/${first.id}`;

  const put = (next: Upload) => {
    changes.current += 1;
    current.current = next;
    setUpload(next);
  };
  const refresh = async () => {
    const before = changes.current;
    try {
      const next = await apiGet<Upload>(path);
      // An answer that was on its way while something was changed is older than the change.
      if (
        before === changes.current &&
        held.current === 0 &&
        JSON.stringify(next) !== JSON.stringify(current.current)
      ) {
        if (
          next.works.some(
            ({ id, version }) => version > (current.current.works.find((work) => work.id === id)?.version ?? version),
          )
        ) {
          setOvertaken(true);
        }
        put(next);
      }
      setFailure('');
    } catch (error) {
      setFailure((error as Error).message);
    }
  };
  const arrange = (change: (arranged: ArrangedUpload) => ArrangedUpload) => {
    setUpload((shown) => displayValue(shown, change(toArranged(shown))));
    waiting.current += 1;
    changes.current += 1;
    line.current = line.current.then(async () => {
      try {
        const body = { version: current.current.version, works: change(toArranged(current.current)) };
        current.current = await apiSend<Upload>('PUT', `${path}/arrangement`, { body });
        setFailure('');
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 412) {
          setOvertaken(true);
        } else {
          setFailure((error as Error).message);
        }
        current.current = await apiGet<Upload>(path).catch(() => current.current);
      }
      waiting.current -= 1;
      changes.current += 1;
      if (waiting.current === 0) {
        setUpload(current.current);
      }
    });
  };
  const putIn = (change: (work: UploadWork) => UploadWork) => {
    const within = (one: Upload): Upload => ({ ...one, works: one.works.map(change) });
    changes.current += 1;
    current.current = within(current.current);
    setUpload(within);
  };
  const putWork = (work: UploadWork) =>
    putIn((each) => (each.id === work.id ? { ...work, chapters: each.chapters } : each));
  const putChapter = (chapter: UploadChapter) =>
    putIn((work) => ({
      ...work,
      chapters: work.chapters.map((each) =>
        each.id === chapter.id ? { ...chapter, page_ids: each.page_ids, pages: each.pages } : each,
      ),
    }));

  const hold = async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    changes.current += 1;
    held.current += 1;
    try {
      return await work();
    } finally {
      held.current -= 1;
      changes.current += 1;
    }
  };

  const isReading =
    upload.state === 'committing' || upload.files.some(({ state }) => state === 'waiting' || state === 'reading');
  // Files that are entered as they are given may be on their way before the list of the upload has them.
  const own = [...transfers.values()].filter(({ upload: of }) => of === first.id);
  const isMoving = own.some(({ state }) => state === 'sending' || state === 'queued');
  const hasBegun = own.length > 0;
  useEffect(() => {
    if (hasBegun) {
      void refresh();
    }
    // oxlint-disable-next-line react/exhaustive-deps -- asked anew once; `refresh` reads refs alone
  }, [hasBegun]);
  const every = upload.state === 'committed' ? null : isReading ? READING : isMoving ? MOVING : RESTING;
  useEffect(() => {
    if (every === null) return;
    const timer = setInterval(() => {
      if (!document.hidden && waiting.current === 0) {
        void refresh();
      }
    }, every);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a timer for each pace; `refresh` reads refs alone
  }, [every]);
  // A file that has wholly arrived is about to be read.
  const arrived = own.filter(({ state }) => state === 'done').length;
  useEffect(() => {
    if (arrived > 0) {
      void refresh();
    }
    // oxlint-disable-next-line react/exhaustive-deps -- asked anew for each file; `refresh` reads refs alone
  }, [arrived]);

  return {
    upload,
    limits,
    failure,
    overtaken,
    refresh,
    put,
    putWork,
    putChapter,
    arrange,
    pending,
    calm: () => {
      setOvertaken(false);
      setFailure('');
    },
    tell: setFailure,
    settled: async () => {
      await line.current;
      return current.current.version;
    },
    hold,
  };
}
