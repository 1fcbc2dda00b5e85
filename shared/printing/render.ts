import { bytesOf } from './commands.ts'
import { escPos } from './escpos.ts'
import { drawForeignText } from './foreign-text.ts'
import { type Line, layout } from './layout.ts'
import { toSvg } from './picture.ts'
import { renderPng } from './png.ts'
import { codePageOf } from './printer-language.ts'
import { readRasterizer } from './rasterizer-files.ts'
import type { Receipt } from './receipt.ts'
import { starPrnt } from './starprnt.ts'

type Marks = { readonly copy?: boolean }

/** What a receipt's printer and its picture show, line by line. */
export const printedLines = (receipt: Receipt, marks: Marks = {}): Promise<Line[]> =>
  drawForeignText(layout(receipt, marks), codePageOf(receipt))

/** The bytes that print a receipt, in the language of its printer. */
export async function receiptBytes(
  receipt: Receipt,
  marks: Marks = {},
): Promise<Uint8Array> {
  const commands = receipt.language === 'starprnt' ? starPrnt : escPos
  return bytesOf(await printedLines(receipt, marks), codePageOf(receipt), commands)
}

/** The PNG of a printed receipt, one pixel per dot. */
export async function receiptPicture(
  receipt: Receipt,
  marks: Marks = {},
): Promise<Uint8Array> {
  return await renderPng(
    toSvg(await printedLines(receipt, marks)),
    await readRasterizer(),
  )
}
