import { existsSync } from 'node:fs'
import { getAsset, isSea } from 'node:sea'
import { Worker } from 'node:worker_threads'
import type { PrintJob } from '../../shared/paper/queue/print-job.ts'
import { openWorkThread, ThreadFailed } from '../../shared/work-thread.ts'
import type { PrintDocument } from '../printers/printer.ts'
import type { RenderRequest } from './render-worker.ts'

/** Bytes have their own thread, so that no printer waits for a picture. */
export type Renderers = ReturnType<typeof openRenderers>

/** Opens both renderers. Their threads start with the first receipt. */
export const openRenderers = () => ({ bytes: openRenderer(), pictures: openRenderer() })

/** Renders a job's bytes, and its picture when a printer asks for it. Throws Unprintable. */
export async function render(
  job: PrintJob,
  { isCopy }: { isCopy: boolean },
  { bytes, pictures }: Renderers,
): Promise<PrintDocument> {
  return {
    jobId: job.id,
    ticketId: job.ticket.ticketId,
    title: titleOf(job),
    goodbyeSeconds: job.settings?.goodbyeSeconds ?? null,
    bytes: await bytes({ job, isCopy, as: 'bytes' }),
    picture: () => pictures({ job, isCopy, as: 'picture' }),
  }
}

// The spooler's command takes it as an argument: without NUL, and of limited length.
function titleOf({ ticket }: PrintJob): string {
  return `ticket ${ticket.ticketId.slice(0, 60).replaceAll(/\p{Cc}/gu, ' ')}`
}

/** Many times longer than the longest receipt takes on a slow machine. */
const renderMs = 180_000

/** An idle thread is ended: after a long picture it keeps hundreds of MB. */
const idleMs = 10_000

const maxProblemLength = 500

/**
 * The thread that renders. A bundle has one file for agent and thread, which a single
 * executable has as text; the sources have a file for the thread.
 */
function startThread(): Worker {
  if (isSea()) return new Worker(getAsset('agent.cjs', 'utf8'), { eval: true })
  const source = new URL('./render-worker.ts', import.meta.url)
  return new Worker(existsSync(source) ? source : new URL(import.meta.url))
}

/** The receipt could not be laid out or drawn; a retry would fail again. */
export class Unprintable extends Error {
  override name = 'Unprintable'
  constructor(problem: string) {
    super(`the receipt cannot be rendered: ${problem.slice(0, maxProblemLength)}`)
  }
}

/**
 * Renders receipts one by one in a thread: a long picture takes seconds, and the tunnel
 * cannot wait.
 */
export function openRenderer() {
  const run = openWorkThread<RenderRequest, Uint8Array>({
    start: startThread,
    runMs: renderMs,
    idleMs,
  })
  /** Throws Unprintable. */
  return async (request: RenderRequest): Promise<Uint8Array> => {
    try {
      return await run(request)
    } catch (error) {
      if (error instanceof ThreadFailed) throw new Unprintable(error.message)
      throw error
    }
  }
}
