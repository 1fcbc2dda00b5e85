import { parentPort } from 'node:worker_threads'
import { receiptBytes, receiptPicture } from '../../shared/paper/layout/render.ts'
import type { PrintJob } from '../../shared/paper/queue/print-job.ts'
import type { Worked } from '../../shared/work-thread.ts'

/** A receipt to render: `bytes` are in its printer's language, a `picture` is PNG. */
export type RenderRequest = {
  readonly job: PrintJob
  readonly isCopy: boolean
  readonly as: 'bytes' | 'picture'
}

parentPort?.on('message', (request: RenderRequest) => {
  void render(request).then((rendered) => parentPort?.postMessage(rendered))
})

async function render({ job, isCopy, as }: RenderRequest): Promise<Worked<Uint8Array>> {
  try {
    const render = as === 'bytes' ? receiptBytes : receiptPicture
    return { result: await render(job, { copy: isCopy }) }
  } catch (error) {
    return { problem: String(error) }
  }
}
