import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logoBitmap } from '../../../shared/paper/layout/logo.ts'
import { readRasterizer, renderPixels } from '../../../shared/paper/layout/rasterizer.ts'
import type { Receipt } from '../../../shared/paper/layout/receipt.ts'
import { printedLines, toSvg } from '../../../shared/paper/layout/render.ts'
import { foreignReceipts } from './foreign-receipts.ts'
import { goldenReceipts } from './golden-papers.ts'
import { fromGreyPng, toGreyPng } from './grey-png.ts'

/**
 * Pictures of receipts that were looked at. `POS_UPDATE_PICTURES=true` rewrites them: look
 * at each one before it is committed.
 */
const folder = join(import.meta.dirname, 'pictures')

async function pictureOf(receipt: Receipt) {
  const svg = toSvg(await printedLines(receipt), receipt.settings?.columns)
  const { rgba, widthPx, heightPx } = await renderPixels(svg, await readRasterizer())
  const grey = Uint8Array.from(
    { length: widthPx * heightPx },
    (_, at) => rgba[at * 4] ?? 0,
  )
  return { widthPx, heightPx, grey }
}

const receipts = { ...goldenReceipts, ...foreignReceipts }

test.each(Object.entries(receipts))('%s looks as it did', async (name, receipt) => {
  const file = join(folder, `${name}.png`)
  const logo = await logoBitmap(
    await readFile(join(folder, 'logo.jpg')),
    await readRasterizer(),
  )
  const picture = await pictureOf({ ...receipt, ...(logo && { logo }) })
  if (process.env.POS_UPDATE_PICTURES === 'true') {
    await writeFile(file, toGreyPng(picture))
  }
  const { widthPx, heightPx, grey } = fromGreyPng(await readFile(file))
  expect([picture.widthPx, picture.heightPx]).toEqual([widthPx, heightPx])
  const different = picture.grey.findIndex((value, at) => value !== grey[at])
  expect(different, 'the first pixel that differs').toBe(-1)
})
