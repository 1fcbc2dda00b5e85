import { expect, onTestFinished, test, vi } from 'vitest'
import { reasonOf } from '../../infra/local/ending.ts'
import { type Ending, startTethered } from '../../infra/local/engines/tethered.ts'
import { keepRunning } from '../../infra/local/restart.ts'

const soon = { timeout: 15_000, interval: 20 }

/** Keeps a shell script running and notes its ends. */
function kept(script: string, backoff = { baseMs: 1, capMs: 4 }) {
  const ends: { code: number | null; restartsInMs: number | null }[] = []
  const starts = vi.fn(() => startTethered('sh', ['-c', script]))
  const { close } = keepRunning({
    start: starts,
    canMend: ({ code }) => code !== 78,
    onEnd: ({ code }, restartsInMs) => ends.push({ code, restartsInMs }),
    backoff,
  })
  onTestFinished(close)
  return { starts, ends, close }
}

test('a process that ends is started again, with backoff up to a cap', async () => {
  const { ends } = kept('exit 1', { baseMs: 8, capMs: 16 })
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(3), soon)
  const [first, ...later] = ends.map(({ restartsInMs }) => restartsInMs ?? Number.NaN)
  expect(first).toBeLessThan(8)
  for (const pauseMs of later) expect(pauseMs).toBeLessThan(16)
})

test('one that ended well without being asked to is started again, too', async () => {
  const { starts } = kept('exit 0')
  await vi.waitFor(() => expect(starts.mock.calls.length).toBeGreaterThan(1), soon)
})

test('one that no restart mends stays down', async () => {
  const { starts, ends, close } = kept('exit 78')
  await vi.waitFor(() => expect(ends).toEqual([{ code: 78, restartsInMs: null }]), soon)
  await close()
  expect(starts).toHaveBeenCalledTimes(1)
})

test('closing ends a running process without telling of it', async () => {
  const { starts, ends, close } = kept('exec sleep 60')
  await close()
  expect(ends).toEqual([])
  expect(starts).toHaveBeenCalledTimes(1)
})

test('closing ends the wait for the next start', async () => {
  const anHour = 3_600_000
  const { starts, ends, close } = kept('exit 1', { baseMs: anHour, capMs: anHour })
  await vi.waitFor(() => expect(ends).toHaveLength(1), soon)
  await close()
  expect(starts).toHaveBeenCalledTimes(1)
})

const trace = `node:fs:560
  return binding.open(path)
                 ^

Error: ENOSPC: no space left on device
    at Object.openSync (node:fs:560:18) {
  errno: -28
}

Node.js v24.21.0`

test.each<[string, Partial<Ending>, string]>([
  ['a signal', { code: null, signal: 'SIGKILL' }, 'SIGKILL'],
  ['an exit code', { code: 3 }, 'exit code 3'],
  [
    'a stack trace',
    { words: trace },
    'exit code 1: Error: ENOSPC: no space left on device',
  ],
  [
    'an engine without memory',
    {
      code: null,
      signal: 'SIGABRT',
      words: '[7:0x5] 99 ms: Mark-Compact\n\nFATAL ERROR: Reached heap limit\n 1: 0xb',
    },
    'SIGABRT: FATAL ERROR: Reached heap limit',
  ],
  ['several lines', { words: 'Wrong:\n  port\n' }, 'exit code 1: Wrong: port'],
])('the reason is one line: %s', (_what, ending, reason) => {
  expect(reasonOf({ code: 1, signal: null, words: '', ...ending })).toBe(reason)
})
