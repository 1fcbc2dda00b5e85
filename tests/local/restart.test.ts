import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type ProcessExit,
  startSupervised,
} from '../../infra/local/engines/supervised-process.ts'
import { exitReason } from '../../infra/local/exit-reason.ts'
import { keepRunning } from '../../infra/local/restart.ts'

const soon = { timeout: 15_000, interval: 20 }

/** Keeps a shell script running and notes its ends. */
function startKeptRunning(script: string, backoff = { baseMs: 1, capMs: 4 }) {
  const ends: { code: number | null; restartsInMs: number | null }[] = []
  const starts = vi.fn(() => startSupervised('sh', ['-c', script]))
  const { close } = keepRunning({
    start: starts,
    shouldRestart: ({ code }) => code !== 78,
    onExit: ({ code }, restartsInMs) => ends.push({ code, restartsInMs }),
    backoff,
  })
  onTestFinished(close)
  return { starts, ends, close }
}

test('a process that ends is started again, with backoff up to a cap', async () => {
  const { ends } = startKeptRunning('exit 1', { baseMs: 8, capMs: 16 })
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(3), soon)
  const [first, ...later] = ends.map(({ restartsInMs }) => restartsInMs ?? Number.NaN)
  expect(first).toBeLessThan(8)
  for (const pauseMs of later) expect(pauseMs).toBeLessThan(16)
})

test('one that ended well without being asked to is started again, too', async () => {
  const { starts } = startKeptRunning('exit 0')
  await vi.waitFor(() => expect(starts.mock.calls.length).toBeGreaterThan(1), soon)
})

test('one that no restart mends stays down', async () => {
  const { starts, ends, close } = startKeptRunning('exit 78')
  await vi.waitFor(() => expect(ends).toEqual([{ code: 78, restartsInMs: null }]), soon)
  await close()
  expect(starts).toHaveBeenCalledTimes(1)
})

test('closing ends a running process without telling of it', async () => {
  const { starts, ends, close } = startKeptRunning('exec sleep 60')
  await close()
  expect(ends).toEqual([])
  expect(starts).toHaveBeenCalledTimes(1)
})

test('closing ends the wait for the next start', async () => {
  const anHour = 3_600_000
  const { starts, ends, close } = startKeptRunning('exit 1', {
    baseMs: anHour,
    capMs: anHour,
  })
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

test.each<[string, Partial<ProcessExit>, string]>([
  ['a signal', { code: null, signal: 'SIGKILL' }, 'SIGKILL'],
  ['an exit code', { code: 3 }, 'exit code 3'],
  [
    'a stack trace',
    { stderrTail: trace },
    'exit code 1: Error: ENOSPC: no space left on device',
  ],
  [
    'an engine without memory',
    {
      code: null,
      signal: 'SIGABRT',
      stderrTail:
        '[7:0x5] 99 ms: Mark-Compact\n\nFATAL ERROR: Reached heap limit\n 1: 0xb',
    },
    'SIGABRT: FATAL ERROR: Reached heap limit',
  ],
  ['several lines', { stderrTail: 'Wrong:\n  port\n' }, 'exit code 1: Wrong: port'],
])('the reason is one line: %s', (_what, ending, reason) => {
  expect(exitReason({ code: 1, signal: null, stderrTail: '', ...ending })).toBe(reason)
})
