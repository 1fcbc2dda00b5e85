import { type Bitmap, isBlackAt, toBitmap } from './bitmap.ts'
import { type CodePage, canEncode } from './code-pages.ts'
import type { Line } from './layout.ts'
import { cellHeightPx, cellWidthPx, printWidthPx, scaleOf, textLinePx } from './paper.ts'
import { characterColumns, textColumns } from './text-rows.ts'
import { type Font, type Glyph, readUnifont } from './unifont.ts'

/**
 * The lines of a receipt with each text that the code page lacks as a picture of it, on paper
 * of this many columns.
 */
export async function drawForeignText(
  lines: Line[],
  codePage: CodePage,
  columns: number,
): Promise<Line[]> {
  const isForeign = (line: Line) =>
    line.kind === 'text' && !canEncode(line.text, codePage)
  if (!lines.some(isForeign)) return lines
  const font = await readUnifont()
  return lines.map((line) => {
    if (line.kind !== 'text' || !isForeign(line)) return line
    const bitmap = textBitmap(line, font, printWidthPx(columns))
    return { kind: 'picture', bitmap, style: line.style }
  })
}

/**
 * A line of printable text as a picture, as high as a line of the printer's own text and with
 * the same columns.
 */
function textBitmap(
  { text, style, inverse }: Extract<Line, { kind: 'text' }>,
  font: Font,
  lineWidthPx: number,
): Bitmap {
  const line = drawn(text, font)
  const { black, widthPx } = style.bold ? emboldened(line) : line
  const scale = scaleOf(style)
  const textPx = widthPx * scale.width
  // A printer aligns whole bytes.
  const paperPx = Math.ceil(textPx / 8) * 8
  const slackPx = Math.min(paperPx, lineWidthPx) - textPx
  const indentPx = { LEFT: 0, CENTER: slackPx >> 1, RIGHT: slackPx }[style.justification]
  return toBitmap(paperPx, textLinePx(style), (x, y) => {
    const column = Math.floor((x - indentPx) / scale.width)
    const row = Math.floor(y / scale.height)
    const isText = column >= 0 && column < widthPx && row < cellHeightPx
    return isText && (black[row * widthPx + column] === 1) !== (inverse ?? false)
  })
}

function drawn(text: string, font: Font): Dots {
  const widthPx = Math.max(1, textColumns(text)) * cellWidthPx
  const line = { widthPx, black: new Uint8Array(widthPx * cellHeightPx) }
  let x = 0
  let cellPx = 0
  for (const character of text) {
    const columns = characterColumns(character)
    const glyph = font(character)
    if (columns > 0) {
      x += cellPx
      cellPx = columns * cellWidthPx
      draw(line, zoomed(glyph ?? missing, cellPx, cellHeightPx), x)
    } else if (glyph) {
      const markPx = (glyph.widthPx * cellWidthPx) / 8
      const left = x + Math.round((cellPx - markPx) / 2)
      draw(line, zoomed(glyph, markPx, cellHeightPx), left)
    }
  }
  return line
}

/** A frame, for characters that the font lacks. */
const missing: Glyph = {
  widthPx: 8,
  rows: Uint8Array.from([0, 0, 0x7e, ...Array<number>(10).fill(0x42), 0x7e, 0, 0]),
}

/** Draws dots over what is there; what stands out at the sides is left out. */
function draw(line: Dots, { widthPx, black }: Dots, left: number): void {
  for (const [at, dot] of black.entries()) {
    const x = left + (at % widthPx)
    if (dot === 0 || x < 0 || x >= line.widthPx) continue
    line.black[Math.floor(at / widthPx) * line.widthPx + x] = 1
  }
}

/** Widens each dot by one on its right. */
function emboldened({ widthPx, black }: Dots): Dots {
  const isBold = (at: number) =>
    black[at] === 1 || (at % widthPx > 0 && black[at - 1] === 1)
  return { widthPx, black: black.map((_, at) => (isBold(at) ? 1 : 0)) }
}

/** Dots row by row from the top, 1 for black. */
type Dots = { readonly widthPx: number; readonly black: Uint8Array }

const glyphHeightPx = 16

/** Dots per pixel of a glyph, before it is scaled to the cell's size. */
const zoom = 3

/** By the cell's width and the glyph's rows, so that each is drawn once. */
const cache = new Map<string, Dots>()
const maxCached = 5_000

/**
 * Scales a glyph to a cell of another size. A dot is black when half of its area is
 * black: from 16 to 24 dots, each stroke becomes two dots wide and each gap stays.
 */
function zoomed(glyph: Glyph, widthPx: number, heightPx: number): Dots {
  const key = `${widthPx} ${Buffer.from(glyph.rows).toString('latin1')}`
  const known = cache.get(key)
  if (known) return known
  const across = (glyph.widthPx * zoom) / widthPx
  const down = (glyphHeightPx * zoom) / heightPx
  const black = new Uint8Array(widthPx * heightPx)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const shown = blackWithin(glyph, x * across, y * down, across, down)
      if (2 * shown >= across * down) black[y * widthPx + x] = 1
    }
  }
  if (cache.size >= maxCached) cache.clear()
  cache.set(key, { widthPx, black })
  return { widthPx, black }
}

function blackWithin(
  { widthPx, rows }: Glyph,
  left: number,
  top: number,
  across: number,
  down: number,
): number {
  let black = 0
  for (let y = top; y < top + down; y++) {
    const rowStart = (Math.floor(y / zoom) * widthPx) / 8
    for (let x = left; x < left + across; x++) {
      if (isBlackAt(rows, rowStart, Math.floor(x / zoom))) black++
    }
  }
  return black
}
