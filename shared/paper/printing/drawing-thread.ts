import { parentPort } from 'node:worker_threads'
import type { Worked } from '../../work-thread.ts'
import { lineCount } from '../layout/extent.ts'
import { logoBitmap } from '../layout/logo.ts'
import { readLogoRasterizer } from '../layout/rasterizer.ts'
import type { Receipt } from '../layout/receipt.ts'
import { receiptPicture } from '../layout/render.ts'

/** Work whose time grows with a receipt or a picture. */
export type DrawingTask =
  | { readonly kind: 'lines'; readonly receipt: Receipt; readonly most: number }
  | { readonly kind: 'picture'; readonly receipt: Receipt }
  | { readonly kind: 'logo'; readonly file: Uint8Array }

const work = async (task: DrawingTask) => {
  switch (task.kind) {
    case 'lines':
      return lineCount(task.receipt, task.most)
    case 'picture':
      return receiptPicture(task.receipt)
    case 'logo':
      return logoBitmap(task.file, await readLogoRasterizer())
  }
}

parentPort?.on('message', (task: DrawingTask) => {
  void worked(task).then((message) => parentPort?.postMessage(message))
})

async function worked(task: DrawingTask): Promise<Worked<unknown>> {
  try {
    return { result: await work(task) }
  } catch (error) {
    return { problem: String(error) }
  }
}
