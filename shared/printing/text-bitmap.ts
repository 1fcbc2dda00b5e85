import { type Bitmap, toBitmap } from './bitmap.ts'
import { CELL_WIDTH_PX, LINE_HEIGHT_PX, WIDTH_FACTOR } from './paper.ts'
import type { ElementStyle } from './template.ts'
import { characterColumns, textColumns } from './text-columns.ts'
import type { Font, Glyph } from './unifont.ts'

/** Height of the characters of a printer; below them is the space to the next line. */
const CELL_HEIGHT_PX = 24

const GLYPH_HEIGHT_PX = 16

/** Each pixel of a glyph is drawn as so many dots, then they are brought to the cell's size. */
const ZOOM = 3

/** The dots of a line, before it is widened. */
type Dots = { readonly widthPx: number; readonly black: Uint8Array }

/**
 * A line of printable text as a picture, as high as a line of the printer's own text and with
 * the same columns.
 */
export function textBitmap(text: string, style: ElementStyle, font: Font): Bitmap {
  const dots = drawn(text, font)
  const widthFactor = WIDTH_FACTOR[style.fontSize]
  const widthPx = dots.widthPx * widthFactor
  // A printer aligns whole bytes.
  const paperPx = Math.ceil(widthPx / 8) * 8
  const slackPx = paperPx - widthPx
  const indentPx = { LEFT: 0, CENTER: slackPx >> 1, RIGHT: slackPx }[style.justification]
  const isBlack = (x: number, y: number) =>
    x >= 0 && x < dots.widthPx && y < CELL_HEIGHT_PX && isSet(dots, x, y)
  const isBold = (x: number, y: number) => isBlack(x, y) || isBlack(x - 1, y)
  const isInked = style.bold ? isBold : isBlack
  return toBitmap(paperPx, LINE_HEIGHT_PX, (x, y) =>
    isInked(Math.floor((x - indentPx) / widthFactor), y),
  )
}

const isSet = ({ widthPx, black }: Dots, x: number, y: number): boolean =>
  black[y * widthPx + x] === 1

function drawn(text: string, font: Font): Dots {
  const dots = { widthPx: Math.max(1, textColumns(text)) * CELL_WIDTH_PX, ...noDots }
  const line = { ...dots, black: new Uint8Array(dots.widthPx * CELL_HEIGHT_PX) }
  let x = 0
  let cell = 0
  for (const character of text) {
    const columns = characterColumns(character)
    const glyph = font(character)
    if (columns > 0) {
      x += cell
      cell = columns * CELL_WIDTH_PX
      draw(line, glyph ?? missing, x, cell)
    } else if (glyph) {
      const widthPx = (glyph.widthPx * CELL_WIDTH_PX) / 8
      draw(line, glyph, x + Math.round((cell - widthPx) / 2), widthPx)
    }
  }
  return line
}

const noDots = { black: new Uint8Array() }

/** A frame, for characters that the font lacks. */
const missing: Glyph = {
  widthPx: 8,
  rows: Uint8Array.from([0, 0, 0x7e, ...Array(10).fill(0x42), 0x7e, 0, 0]),
}

/** Draws a glyph over what is there. A dot is black when half of what it shows is black. */
function draw(line: Dots, glyph: Glyph, left: number, widthPx: number): void {
  const across = (glyph.widthPx * ZOOM) / widthPx
  const down = (GLYPH_HEIGHT_PX * ZOOM) / CELL_HEIGHT_PX
  for (let y = 0; y < CELL_HEIGHT_PX; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (left + x < 0 || left + x >= line.widthPx) continue
      let black = 0
      for (let row = y * down; row < (y + 1) * down; row++) {
        for (let column = x * across; column < (x + 1) * across; column++) {
          if (isZoomedBlack(glyph, column, row)) black++
        }
      }
      if (2 * black >= across * down) line.black[y * line.widthPx + left + x] = 1
    }
  }
}

function isZoomedBlack(glyph: Glyph, column: number, row: number): boolean {
  return isPixel(glyph, Math.floor(column / ZOOM), Math.floor(row / ZOOM))
}

function isPixel({ widthPx, rows }: Glyph, x: number, y: number): boolean {
  if (x < 0 || x >= widthPx || y < 0 || y >= GLYPH_HEIGHT_PX) return false
  const byte = rows[(y * widthPx) / 8 + (x >> 3)] ?? 0
  return (byte & (0x80 >> (x & 7))) !== 0
}
