import { parentPort } from 'node:worker_threads'
import type { PrintJob } from '../../shared/agents/protocol/print-job.ts'
import { toEscPos } from '../../shared/printing/escpos.ts'
import { inCopies, layout } from '../../shared/printing/layout.ts'
import { toSvg } from '../../shared/printing/picture.ts'
import { renderPng } from '../../shared/printing/png.ts'
import { defaultSettings } from '../../shared/printing/print-settings.ts'
import { readRasterizer } from '../../shared/printing/rasterizer-files.ts'

/** A receipt to render: `bytes` are ESC/POS, a `picture` is PNG. */
export type RenderRequest = {
  readonly job: PrintJob
  readonly isCopy: boolean
  readonly as: 'bytes' | 'picture'
}

/** A rendered receipt, or why there is none. */
export type Rendered = { readonly bytes: Uint8Array } | { readonly problem: string }

parentPort?.on('message', (request: RenderRequest) => {
  void render(request).then((rendered) => parentPort?.postMessage(rendered))
})

async function render({ job, isCopy, as }: RenderRequest): Promise<Rendered> {
  try {
    const lines = layout(job, { copy: isCopy })
    const { columns, codePage, copies } = job.settings ?? defaultSettings
    if (as === 'bytes') return { bytes: toEscPos(inCopies(lines, copies), codePage) }
    return { bytes: await renderPng(toSvg(lines, columns), await readRasterizer()) }
  } catch (error) {
    return { problem: String(error) }
  }
}
