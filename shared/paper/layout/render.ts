import { type Bitmap, bytesPerRow, dotsOf, isBlackAt } from './bitmap.ts'
import { bytesOf, escPos, starPrnt } from './commands.ts'
import { drawForeignText } from './foreign-text.ts'
import { inCopies, type Line, layout } from './layout.ts'
import {
  cellHeightPx,
  cellWidthPx,
  lineHeightPx,
  printWidthPx,
  scaleOf,
  textLinePx,
} from './paper.ts'
import { codePageOf, defaultSettings } from './print-settings.ts'
import { readRasterizer, renderPng } from './rasterizer.ts'
import type { Receipt } from './receipt.ts'
import { paperOf } from './rows.ts'
import type { ElementStyle } from './template.ts'

type Marks = { readonly copy?: boolean }

const settingsOf = ({ settings = defaultSettings }: Receipt) => settings

/** Returns a receipt's lines, for its printer and its picture. */
export const printedLines = (receipt: Receipt, marks: Marks = {}): Promise<Line[]> =>
  drawForeignText(
    layout(receipt, marks),
    codePageOf(settingsOf(receipt)),
    paperOf(receipt),
  )

/** The bytes that print a receipt as often as its settings say, in its printer's language. */
export async function receiptBytes(
  receipt: Receipt,
  marks: Marks = {},
): Promise<Uint8Array> {
  const settings = settingsOf(receipt)
  const lines = inCopies(await printedLines(receipt, marks), settings.copies)
  const commands = settings.language === 'starprnt' ? starPrnt : escPos
  return bytesOf(lines, codePageOf(settings), commands, settings.codePageNumber)
}

/** The PNG of a printed receipt, one pixel per dot. */
export async function receiptPicture(
  receipt: Receipt,
  marks: Marks = {},
): Promise<Uint8Array> {
  const svg = toSvg(await printedLines(receipt, marks), paperOf(receipt))
  return await renderPng(svg, await readRasterizer())
}

const sideMarginPx = 32
const topMarginPx = 48

const baselinePx = 22

// A character of DejaVu Sans Mono is 1233/2048 em wide: at this size, one cell of 12 px.
const fontSizePx = (cellWidthPx * 2048) / 1233

const ink = '#1c1c1c'

/** The printed paper as an SVG document, one pixel per dot. */
export function toSvg(lines: Line[], columns: number = defaultSettings.columns): string {
  const lineWidthPx = printWidthPx(columns)
  const paperWidthPx = lineWidthPx + 2 * sideMarginPx
  const drawn: string[] = []
  let y = topMarginPx
  for (const line of lines) {
    if (line.kind === 'text') drawn.push(drawText(line, y, lineWidthPx))
    if (line.kind === 'qr') drawn.push(drawQr(line, y, lineWidthPx))
    if (line.kind === 'picture')
      drawn.push(drawBitmap(line.bitmap, line.style, y, lineWidthPx))
    y += heightPx(line)
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${paperWidthPx} ${y}"`,
    ` width="${paperWidthPx}" height="${y}" fill="${ink}" xml:space="preserve"`,
    ` font-family="'DejaVu Sans Mono', monospace" font-size="${fontSizePx.toFixed(3)}">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...drawn,
    '</svg>',
  ].join('')
}

function heightPx(line: Line): number {
  switch (line.kind) {
    case 'text':
      return textLinePx(line.style)
    case 'qr':
      return line.sizePx
    case 'picture':
      return line.bitmap.heightPx
    case 'feed':
      return line.lines * lineHeightPx
    case 'cut':
    case 'drawer':
    case 'buzzer':
      return 0
  }
}

function drawText(
  { text, style, inverse }: Extract<Line, { kind: 'text' }>,
  y: number,
  lineWidthPx: number,
): string {
  if (text.trim() === '') return ''
  const { width, height } = scaleOf(style)
  const widthPx = text.length * cellWidthPx
  const x = leftEdgePx(widthPx * width, style, lineWidthPx)
  const weight = style.bold ? ' font-weight="bold"' : ''
  const place = `translate(${x} ${y + baselinePx * height}) scale(${width} ${height})`
  const fit = `textLength="${widthPx}" lengthAdjust="spacingAndGlyphs"`
  if (!inverse) {
    return `<text transform="${place}" ${fit}${weight}>${escapeXml(text)}</text>`
  }
  const area = `width="${widthPx * width}" height="${cellHeightPx * height}"`
  const black = `<rect x="${x}" y="${y}" ${area}/>`
  return `${black}<text transform="${place}" fill="#fff" ${fit}${weight}>${escapeXml(text)}</text>`
}

function drawQr(
  { modules, sizePx, style }: Extract<Line, { kind: 'qr' }>,
  y: number,
  lineWidthPx: number,
): string {
  const place = `translate(${leftEdgePx(sizePx, style, lineWidthPx)} ${y})`
  const scale = `scale(${sizePx / modules.length})`
  const squares = modules.flatMap((row, rowIndex) =>
    row.map((isDark, column) => (isDark ? `M${column} ${rowIndex}h1v1h-1z` : '')),
  )
  const path = `<path shape-rendering="crispEdges" d="${squares.join('')}"`
  return `${path} transform="${place} ${scale}"/>`
}

/** One shape for each run of black dots in a row, as wide as the run. */
function drawBitmap(
  bitmap: Bitmap,
  style: ElementStyle,
  y: number,
  lineWidthPx: number,
): string {
  const dots = dotsOf(bitmap)
  const runs: string[] = []
  for (let row = 0; row < bitmap.heightPx; row++) {
    const start = row * bytesPerRow(bitmap.widthPx)
    let from = -1
    for (let x = 0; x <= bitmap.widthPx; x++) {
      const isBlack = x < bitmap.widthPx && isBlackAt(dots, start, x)
      if (isBlack && from < 0) from = x
      if (isBlack || from < 0) continue
      runs.push(`M${from} ${row}h${x - from}v1h${from - x}z`)
      from = -1
    }
  }
  const left = Math.floor(leftEdgePx(bitmap.widthPx, style, lineWidthPx))
  const path = `<path shape-rendering="crispEdges" d="${runs.join('')}"`
  return `${path} transform="translate(${left} ${y})"/>`
}

function leftEdgePx(widthPx: number, style: ElementStyle, lineWidthPx: number): number {
  const slackPx = lineWidthPx - widthPx
  const indentPx = { LEFT: 0, CENTER: slackPx / 2, RIGHT: slackPx }[style.justification]
  return sideMarginPx + indentPx
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
