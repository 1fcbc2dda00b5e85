import { Worker } from 'node:worker_threads'
import { currentShop } from '../../current-shop.ts'
import { Failure } from '../../failure.ts'
import { currentActor } from '../../people/audit/actor.ts'
import { openWorkThread, ThreadFailed } from '../../work-thread.ts'
import type { Bitmap } from '../layout/bitmap.ts'
import { lineCount, textBytes } from '../layout/extent.ts'
import * as logo from '../layout/logo.ts'
import { readLogoRasterizer } from '../layout/rasterizer.ts'
import type { Receipt } from '../layout/receipt.ts'
import * as rendering from '../layout/render.ts'
import type { DrawingTask } from './drawing-thread.ts'

/*
 * On one machine all requests share a process, so layout and drawing run in threads of their
 * own: a long receipt takes seconds, and nobody's sale waits for it. On Lambda a process serves
 * one request at a time, which its timeout bounds, so they run there.
 */
const isOnLambda = process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined

const threads = {
  start: () => new Worker(new URL('./drawing-thread.ts', import.meta.url)),
  runMs: 10_000,
  waitMs: 15_000,
  idleMs: 60_000,
}

/** Layout has its own thread, so that no print waits for a picture. */
const layouts = openWorkThread<DrawingTask, unknown>(threads)
const pictures = openWorkThread<DrawingTask, unknown>(threads)

/** So much text is laid out within a few ms, sooner than a thread starts. */
const maxTextBytesHere = 4 * 1024

/** The lines of a receipt as `lineCount` has them. Throws `drawingFailed`. */
export async function countLines(receipt: Receipt, most: number): Promise<number> {
  if (isOnLambda || textBytes(receipt, maxTextBytesHere) <= maxTextBytesHere) {
    return lineCount(receipt, most)
  }
  return (await drawn(layouts, { kind: 'lines', receipt, most })) as number
}

/** The PNG of a printed receipt. Throws `drawingFailed`. */
export async function receiptPicture(receipt: Receipt): Promise<Uint8Array> {
  if (isOnLambda) return rendering.receiptPicture(receipt)
  return (await drawn(pictures, { kind: 'picture', receipt })) as Uint8Array
}

/** A picture file as the logo of receipts, as `logoBitmap` has it. Throws `drawingFailed`. */
export async function logoBitmap(file: Uint8Array): Promise<Bitmap | undefined> {
  if (isOnLambda) return logo.logoBitmap(file, await readLogoRasterizer())
  return (await drawn(pictures, { kind: 'logo', file })) as Bitmap | undefined
}

async function drawn(thread: typeof layouts, task: DrawingTask): Promise<unknown> {
  const { apiKeyId, userId } = currentActor()
  try {
    return await thread(task, `${currentShop().id} ${apiKeyId ?? userId}`)
  } catch (cause) {
    if (cause instanceof ThreadFailed) throw new Failure('drawingFailed', {}, { cause })
    throw cause
  }
}
