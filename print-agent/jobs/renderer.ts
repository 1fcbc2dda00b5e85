import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Rendered, RenderOrder } from './render-worker.ts'

/** Many times what the longest receipt takes on a slow machine. */
const RENDER_MS = 180_000

/** A thread without work ends, as the picture of a long receipt takes hundreds of MB. */
const IDLE_MS = 10_000

const LONGEST_PROBLEM = 500

/** Among the sources the worker has a file of its own; bundled, the agent is one file. */
const source = new URL('./render-worker.ts', import.meta.url)
const program = existsSync(source) ? source : new URL(import.meta.url)

/** The receipt could not be laid out or drawn: no retry will change that. */
export class Unprintable extends Error {
  override name = 'Unprintable'
  constructor(problem: string) {
    super(`the receipt cannot be rendered: ${problem.slice(0, LONGEST_PROBLEM)}`)
  }
}

export type Renderer = ReturnType<typeof openRenderer>

/**
 * Renders receipts one after the other in a thread of its own: the picture of a long one
 * takes seconds, in which the agent's own thread serves the tunnel.
 */
export function openRenderer() {
  let thread: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const end = () => {
    void thread?.terminate()
    thread = undefined
  }

  const start = () => {
    const started = new Worker(program)
    // An error without a listener would end the agent.
    started.on('error', () => {
      if (thread === started) thread = undefined
    })
    return started
  }

  const renderNow = async (order: RenderOrder): Promise<Uint8Array> => {
    clearTimeout(idleTimer)
    thread ??= start()
    thread.ref()
    const rendered = await answerTo(order, thread)
    if ('problem' in rendered) {
      // The rasterizer is of no use after a failure.
      end()
      throw new Unprintable(rendered.problem)
    }
    thread?.unref()
    idleTimer = setTimeout(end, IDLE_MS).unref()
    return rendered.bytes
  }

  return {
    /** Throws Unprintable. */
    render: (order: RenderOrder): Promise<Uint8Array> => {
      const mine = last.then(() => renderNow(order))
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

/** What the thread answers; that it died or is silent is a problem like any other. */
async function answerTo(order: RenderOrder, thread: Worker): Promise<Rendered> {
  const patience = AbortSignal.timeout(RENDER_MS)
  const answer = once(thread, 'message', { signal: patience })
  thread.postMessage(order)
  try {
    const [rendered] = await answer
    return rendered
  } catch (error) {
    return { problem: String(patience.aborted ? patience.reason : error) }
  }
}
