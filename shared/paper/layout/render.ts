import { bytesOf } from './commands.ts'
import { escPos } from './escpos.ts'
import { drawForeignText } from './foreign-text.ts'
import { inCopies, type Line, layout } from './layout.ts'
import { toSvg } from './picture.ts'
import { renderPng } from './png.ts'
import { codePageOf, defaultSettings } from './print-settings.ts'
import { readRasterizer } from './rasterizer-files.ts'
import type { Receipt } from './receipt.ts'
import { starPrnt } from './starprnt.ts'

type Marks = { readonly copy?: boolean }

const settingsOf = ({ settings = defaultSettings }: Receipt) => settings

/** What a receipt's printer and its picture show, line by line. */
export const printedLines = (receipt: Receipt, marks: Marks = {}): Promise<Line[]> =>
  drawForeignText(layout(receipt, marks), codePageOf(settingsOf(receipt)))

/** The bytes that print a receipt as often as its settings say, in its printer's language. */
export async function receiptBytes(
  receipt: Receipt,
  marks: Marks = {},
): Promise<Uint8Array> {
  const settings = settingsOf(receipt)
  const lines = inCopies(await printedLines(receipt, marks), settings.copies)
  const commands = settings.language === 'starprnt' ? starPrnt : escPos
  return bytesOf(lines, codePageOf(settings), commands)
}

/** The PNG of a printed receipt, one pixel per dot. */
export async function receiptPicture(
  receipt: Receipt,
  marks: Marks = {},
): Promise<Uint8Array> {
  const svg = toSvg(await printedLines(receipt, marks), settingsOf(receipt).columns)
  return await renderPng(svg, await readRasterizer())
}
