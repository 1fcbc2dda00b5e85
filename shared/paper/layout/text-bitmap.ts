import { type Bitmap, toBitmap } from './bitmap.ts'
import { cellWidthPx, lineHeightPx, widthFactors } from './paper.ts'
import type { ElementStyle } from './template.ts'
import { characterColumns, textColumns } from './text-columns.ts'
import type { Font, Glyph } from './unifont.ts'
import { type Dots, zoomed } from './zoomed-glyph.ts'

/** Height of the characters of a printer; below them is the space to the next line. */
const cellHeightPx = 24

/**
 * A line of printable text as a picture, as high as a line of the printer's own text and with
 * the same columns.
 */
export function textBitmap(text: string, style: ElementStyle, font: Font): Bitmap {
  const line = drawn(text, font)
  const { black, widthPx } = style.bold ? emboldened(line) : line
  const widthFactor = widthFactors[style.fontSize]
  const textPx = widthPx * widthFactor
  // A printer aligns whole bytes.
  const paperPx = Math.ceil(textPx / 8) * 8
  const slackPx = paperPx - textPx
  const indentPx = { LEFT: 0, CENTER: slackPx >> 1, RIGHT: slackPx }[style.justification]
  return toBitmap(paperPx, lineHeightPx, (x, y) => {
    const column = Math.floor((x - indentPx) / widthFactor)
    const isText = column >= 0 && column < widthPx && y < cellHeightPx
    return isText && black[y * widthPx + column] === 1
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

/** Each dot with one more on its right. */
function emboldened({ widthPx, black }: Dots): Dots {
  const isBold = (at: number) =>
    black[at] === 1 || (at % widthPx > 0 && black[at - 1] === 1)
  return { widthPx, black: black.map((_, at) => (isBold(at) ? 1 : 0)) }
}
