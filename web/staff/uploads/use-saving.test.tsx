import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiFailure } from '#web/platform/api/api.ts';
import { useSaving } from './use-saving.ts';

interface Fields {
  title: string;
  description: string;
}

it('keeps what was written a moment after it was, in one call', async () => {
  vi.useFakeTimers();
  const sent: Partial<Fields>[] = [];
  const { result } = renderHook(() =>
    useSaving<Fields>(async (edits) => {
      sent.push(edits);
    }),
  );
  act(() => result.current.change({ title: 'R' }));
  act(() => result.current.change({ title: 'Rain', description: 'wet' }));
  expect(sent).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(sent).toEqual([{ title: 'Rain', description: 'wet' }]);
  expect(result.current).toMatchObject({ edits: {}, state: 'saved' });
});

it('loses nothing that was written while it was being kept', async () => {
  vi.useFakeTimers();
  const sent: Partial<Fields>[] = [];
  let answer = () => {};
  const { result } = renderHook(() =>
    useSaving<Fields>((edits) => {
      sent.push(edits);
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    }),
  );
  act(() => result.current.change({ title: 'Rain' }));
  await act(() => vi.advanceTimersByTimeAsync(700));
  act(() => result.current.change({ title: 'Rainy' }));
  await act(async () => {
    answer();
    await vi.advanceTimersByTimeAsync(700);
  });
  expect(sent).toEqual([{ title: 'Rain' }, { title: 'Rainy' }]);
});

it('sends one call at a time, however many wait for the one before', async () => {
  vi.useFakeTimers();
  const answers: (() => void)[] = [];
  const { result } = renderHook(() =>
    useSaving<Fields>(
      () =>
        new Promise<void>((resolve) => {
          answers.push(resolve);
        }),
    ),
  );
  act(() => result.current.change({ title: 'Rain' }));
  await act(() => vi.advanceTimersByTimeAsync(700));
  act(() => result.current.change({ description: 'wet' }));
  await act(async () => {
    void result.current.flush();
    void result.current.flush();
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(700);
  });
  expect(answers).toHaveLength(2);
  await act(async () => {
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(700);
  });
  expect(answers).toHaveLength(2);
});

it('keeps what could not be sent, says so, and tries again by itself', async () => {
  vi.useFakeTimers();
  let reachable = false;
  const { result } = renderHook(() =>
    useSaving<Fields>(async () => {
      if (!reachable) throw new ApiFailure(0, 'not reached', null);
    }),
  );
  act(() => result.current.change({ title: 'Rain' }));
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect(result.current).toMatchObject({ edits: { title: 'Rain' }, state: 'failed', failure: 'not reached' });
  reachable = true;
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(result.current).toMatchObject({ edits: {}, state: 'saved' });
});

it('overwrites nobody: what was changed elsewhere meanwhile is a conflict, and typing on does not hide it', async () => {
  vi.useFakeTimers();
  const { result } = renderHook(() =>
    useSaving<Fields>(async () => {
      throw new ApiFailure(412, 'changed', { code: 'upload-changed' });
    }),
  );
  act(() => result.current.change({ title: 'Rain' }));
  await act(() => vi.advanceTimersByTimeAsync(700));
  act(() => result.current.change({ title: 'Rainy' }));
  expect(result.current).toMatchObject({ edits: { title: 'Rainy' }, state: 'conflict' });
  act(() => result.current.drop());
  expect(result.current).toMatchObject({ edits: {}, state: 'idle' });
});
