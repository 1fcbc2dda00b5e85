import { expect, onTestFinished, test, vi } from 'vitest'
import {
  exitReason,
  keepRunning,
  type ProcessExit,
  startSupervised,
} from '../../infra/local/engines/supervised-process.ts'

const soon = { timeout: 60_000, interval: 20 }

/** Keeps a shell script running and records its exits. */
function startKeptRunning(script: string, backoff = { baseMs: 1, capMs: 4 }) {
  const exits: { code: number | null; restartInMs: number | null }[] = []
  const starts = vi.fn(() => startSupervised('sh', ['-c', script]))
  const { close } = keepRunning({
    start: starts,
    shouldRestart: ({ code }) => code !== 78,
    onExit: ({ code }, restartInMs) => exits.push({ code, restartInMs }),
    backoff,
  })
  onTestFinished(close)
  return { starts, exits, close }
}

test('restarts a process that exits, with backoff up to a cap', async () => {
  const { exits } = startKeptRunning('exit 1', { baseMs: 8, capMs: 16 })
  await vi.waitFor(() => expect(exits.length).toBeGreaterThan(3), soon)
  const [first, ...later] = exits.map(({ restartInMs }) => restartInMs ?? Number.NaN)
  expect(first).toBeLessThan(8)
  for (const pauseMs of later) expect(pauseMs).toBeLessThan(16)
})

test('also restarts a process that exits with code 0', async () => {
  const { starts } = startKeptRunning('exit 0')
  await vi.waitFor(() => expect(starts.mock.calls.length).toBeGreaterThan(1), soon)
})

test('does not restart a process when shouldRestart is false', async () => {
  const { starts, exits, close } = startKeptRunning('exit 78')
  await vi.waitFor(() => expect(exits).toEqual([{ code: 78, restartInMs: null }]), soon)
  await close()
  expect(starts).toHaveBeenCalledTimes(1)
})

test('close ends a running process and does not call onExit', async () => {
  const { starts, exits, close } = startKeptRunning('exec sleep 60')
  await close()
  expect(exits).toEqual([])
  expect(starts).toHaveBeenCalledTimes(1)
})

test('close ends the backoff', async () => {
  const anHour = 3_600_000
  const { starts, exits, close } = startKeptRunning('exit 1', {
    baseMs: anHour,
    capMs: anHour,
  })
  await vi.waitFor(() => expect(exits).toHaveLength(1), soon)
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
])('the exit reason is one line: %s', (_what, exit, reason) => {
  expect(exitReason({ code: 1, signal: null, stderrTail: '', ...exit })).toBe(reason)
})
