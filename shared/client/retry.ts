import { backoffMs } from '../backoff.ts'
import { codeOf } from './pos-error.ts'
import type { Route } from './route.ts'
import type { Answer } from './send-once.ts'

const backoff = { baseMs: 250, capMs: 4_000 }

/** A longer wait is the caller's to decide. */
const maxRetryAfterSeconds = 30

/**
 * Repeats what is safe to repeat: reads, and writes under an Idempotency-Key, after a lost
 * connection, a 429 or a 503.
 */
export async function withRetries(
  route: Route,
  retries: number,
  signal: AbortSignal | undefined,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const isSafe = route.method === 'GET' || route.isKeyed
  let wasLost = false
  for (let attempt = 0; ; attempt += 1) {
    const answer: Answer = { ...(await send()), wasLost }
    const waitMs = isSafe && attempt < retries ? waitOf(answer, attempt) : undefined
    if (waitMs === undefined) return answer
    wasLost ||= answer.status !== 429
    await sleep(waitMs, signal)
  }
}

/** Milliseconds to wait before the next attempt; undefined when there is none. */
function waitOf(answer: Answer, attempt: number): number | undefined {
  const { status, retryAfterSeconds } = answer
  const isRunning = attempt > 0 && codeOf(answer) === 'request_in_progress'
  if (![0, 429, 503].includes(status) && !isRunning) return undefined
  if (retryAfterSeconds === undefined) return backoffMs(attempt, backoff)
  return retryAfterSeconds > maxRetryAfterSeconds ? undefined : retryAfterSeconds * 1_000
}

/** Waits, in milliseconds. Throws the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
