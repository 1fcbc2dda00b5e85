import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'

/** Message of a thread: the result, or the reason for none. */
export type Worked<Result> = { readonly result: Result } | { readonly problem: string }

/** A thread failed at a task, or took too long for it. The next task gets a new thread. */
export class ThreadFailed extends Error {
  override name = 'ThreadFailed'
}

type ThreadOptions = {
  readonly start: () => Worker
  /** Longest run of a task, in ms. */
  readonly runMs: number
  /** Longest time that a task waits for its turn, in ms. */
  readonly waitMs?: number
  /** After this time without a task the thread is ended: what it loaded keeps its memory. */
  readonly idleMs: number
}

/**
 * Runs tasks one by one in a thread that starts with the first of them. Owners of tasks
 * take turns, so that nobody waits for all the tasks of another; the tasks of one owner run in
 * their order.
 */
export function openWorkThread<Task, Result>({
  start,
  runMs,
  waitMs = Number.POSITIVE_INFINITY,
  idleMs,
}: ThreadOptions) {
  /** Waiting tasks by owner; the owner whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let isBusy = false
  let thread: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const end = () => {
    void thread?.terminate()
    thread = undefined
  }

  const started = (): Worker => {
    const starting = start()
    // Without a listener, an error would end the process.
    starting.on('error', () => {
      if (thread === starting) thread = undefined
    })
    return starting
  }

  const turnOf = async (owner: string): Promise<void> => {
    if (!isBusy) {
      isBusy = true
      return
    }
    const queuedMs = performance.now()
    await new Promise<void>((resolve) => {
      waiting.set(owner, [...(waiting.get(owner) ?? []), resolve])
    })
    if (performance.now() - queuedMs <= waitMs) return
    next()
    throw new ThreadFailed('it waited too long for its turn')
  }

  const next = () => {
    const [first] = waiting
    if (!first) {
      isBusy = false
      return
    }
    const [owner, [resolve, ...others]] = first
    waiting.delete(owner)
    if (others.length > 0) waiting.set(owner, others)
    resolve?.()
  }

  const runNow = async (task: Task): Promise<Result> => {
    clearTimeout(idleTimer)
    thread ??= started()
    thread.ref()
    const worked = await resultOf<Result>(task, thread, runMs)
    if ('problem' in worked) {
      // After a failure the rasterizer cannot be used again.
      end()
      throw new ThreadFailed(worked.problem)
    }
    thread?.unref()
    idleTimer = setTimeout(end, idleMs).unref()
    return worked.result
  }

  /** Throws ThreadFailed. */
  return async (task: Task, owner = ''): Promise<Result> => {
    await turnOf(owner)
    try {
      return await runNow(task)
    } finally {
      next()
    }
  }
}

/** The result from the thread; a crash or a timeout of the thread is a `problem`. */
async function resultOf<Result>(
  task: unknown,
  thread: Worker,
  runMs: number,
): Promise<Worked<Result>> {
  const timeout = AbortSignal.timeout(runMs)
  const message = once(thread, 'message', { signal: timeout })
  thread.postMessage(task)
  try {
    const [worked] = await message
    return worked
  } catch (error) {
    return { problem: String(timeout.aborted ? timeout.reason : error) }
  }
}
