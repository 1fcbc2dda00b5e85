import type { Glyph } from './unifont.ts'

/** Dots row by row from the top, 1 for black. */
export type Dots = { readonly widthPx: number; readonly black: Uint8Array }

const glyphHeightPx = 16

/** Each pixel of a glyph counts as so many dots, before they are brought to the cell's size. */
const zoom = 3

/** By the cell's width and the glyph's rows, so that each is drawn once. */
const cache = new Map<string, Dots>()
const maxCached = 5_000

/**
 * A glyph in a cell of another size. A dot is black when half of what it shows is black: from
 * 16 to 24 dots, each stroke becomes two dots wide and each gap stays.
 */
export function zoomed(glyph: Glyph, widthPx: number, heightPx: number): Dots {
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
  glyph: Glyph,
  left: number,
  top: number,
  across: number,
  down: number,
): number {
  let black = 0
  for (let y = top; y < top + down; y++) {
    for (let x = left; x < left + across; x++) {
      if (isBlack(glyph, Math.floor(x / zoom), Math.floor(y / zoom))) black++
    }
  }
  return black
}

function isBlack({ widthPx, rows }: Glyph, x: number, y: number): boolean {
  const byte = rows[(y * widthPx) / 8 + (x >> 3)] ?? 0
  return (byte & (0x80 >> (x & 7))) !== 0
}
