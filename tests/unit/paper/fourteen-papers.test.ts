import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logoBitmap } from '../../../shared/paper/layout/logo.ts'
import { readRasterizer, renderPixels } from '../../../shared/paper/layout/rasterizer.ts'
import type { Receipt } from '../../../shared/paper/layout/receipt.ts'
import { printedLines, toSvg } from '../../../shared/paper/layout/render.ts'
import { paperOf } from '../../../shared/paper/layout/rows.ts'
import { languages, papersIn, testPageOf, widths } from './fourteen-papers.ts'
import { fromGreyPng, type GreyPicture, toGreyPng } from './grey-png.ts'

/**
 * Papers on three widths beside each other, that were looked at. `POS_UPDATE_PICTURES=true`
 * rewrites them: look at each one before it is committed.
 */
const folder = join(import.meta.dirname, 'papers')

/** In the two colours that printers have, which makes the file small. */
async function pictureOf(receipt: Receipt): Promise<GreyPicture> {
  const svg = toSvg(await printedLines(receipt), paperOf(receipt))
  const { rgba, widthPx, heightPx } = await renderPixels(svg, await readRasterizer())
  const isDark = (at: number) => (rgba[at * 4] ?? 0) < 128
  const grey = Uint8Array.from({ length: widthPx * heightPx }, (_, at) =>
    isDark(at) ? 0 : 255,
  )
  return { widthPx, heightPx, grey }
}

const gapPx = 24

/** Pictures in a row, on grey. */
function beside(pictures: readonly GreyPicture[]): GreyPicture {
  const widthPx = pictures.reduce((sum, each) => sum + each.widthPx + gapPx, gapPx)
  const heightPx = Math.max(...pictures.map((each) => each.heightPx)) + 2 * gapPx
  const grey = new Uint8Array(widthPx * heightPx).fill(200)
  let left = gapPx
  for (const each of pictures) {
    for (let y = 0; y < each.heightPx; y++) {
      const row = each.grey.subarray(y * each.widthPx, (y + 1) * each.widthPx)
      grey.set(row, (y + gapPx) * widthPx + left)
    }
    left += each.widthPx + gapPx
  }
  return { widthPx, heightPx, grey }
}

const papers = [
  ...languages.flatMap((language) =>
    Object.entries(papersIn(language)).map(
      ([name, receipt]) =>
        [
          `${language}-${name}`,
          widths.map((settings): Receipt => ({ ...receipt, settings })),
        ] as const,
    ),
  ),
  ['test-page', widths.map(testPageOf)] as const,
]

test('there are fourteen in each language, and a test page', () => {
  expect(papers).toHaveLength(2 * 14 + 1)
})

test.each(papers)('%s looks as it did on each width', async (name, receipts) => {
  const file = join(folder, `${name}.png`)
  const logo = await logoBitmap(
    await readFile(join(import.meta.dirname, 'pictures', 'logo.jpg')),
    await readRasterizer(),
  )
  const picture = beside(
    await Promise.all(
      receipts.map((each) => pictureOf({ ...each, ...(logo && { logo }) })),
    ),
  )
  if (process.env.POS_UPDATE_PICTURES === 'true') {
    await writeFile(file, toGreyPng(picture))
  }
  const { widthPx, heightPx, grey } = fromGreyPng(await readFile(file))
  expect([picture.widthPx, picture.heightPx]).toEqual([widthPx, heightPx])
  const different = picture.grey.findIndex((value, at) => value !== grey[at])
  expect(different, 'the first pixel that differs').toBe(-1)
})
