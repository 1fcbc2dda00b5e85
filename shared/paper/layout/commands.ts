import { type Bitmap, bytesPerRow, dotsOf } from './bitmap.ts'
import { type CodePage, encode } from './code-pages.ts'
import type { Line } from './layout.ts'
import { scaleOf } from './paper.ts'
import { qrBitmap } from './qr.ts'
import type { ElementStyle } from './template.ts'

type Bytes = readonly number[]

/** The commands of a printer language. */
type Commands = {
  /** Resets the printer and selects a code page of single bytes, by the maker's own number if given. */
  readonly start: (codePage: CodePage, number: number | null) => Bytes
  /** The alignment of texts and pictures that follow. */
  readonly align: (justification: ElementStyle['justification']) => Bytes
  /** Weight and size of texts that follow. */
  readonly font: (style: ElementStyle) => Bytes
  /** White letters on black, and the end of it. */
  readonly inverse: { readonly on: Bytes; readonly off: Bytes }
  readonly raster: (bitmap: Bitmap) => Bytes
  readonly cut: { readonly full: Bytes; readonly partial: Bytes }
  readonly openDrawer: Bytes
  readonly soundBuzzer: Bytes
}

const bel = 0x07
const lf = 0x0a
const esc = 0x1b
const fs = 0x1c
const gs = 0x1d

const alignment = { LEFT: 0, CENTER: 1, RIGHT: 2 }

const escPosPages = { cp437: 0, cp850: 2, cp852: 18, cp858: 19, cp866: 17, wpc1252: 16 }

/**
 * ESC/POS.
 *
 * It uses no encoder library: those lay text out a second time, and send characters that
 * cp850 draws in its control range (`§`, `←`) as control bytes.
 */
export const escPos: Commands = {
  // Printers sold in China start in a two-byte mode that breaks accented letters: FS . ends it.
  start: (codePage, number) => {
    const page = number ?? escPosPages[codePage]
    return [esc, 0x40, fs, 0x2e, esc, 0x74, page]
  },
  align: (justification) => [esc, 0x61, alignment[justification]],
  // Emphasis, then size: its high half is the extra width, its low half the extra height.
  font: (style) => {
    const { width, height } = scaleOf(style)
    const size = ((width - 1) << 4) | (height - 1)
    return [esc, 0x45, style.bold ? 1 : 0, gs, 0x21, size]
  },
  inverse: { on: [gs, 0x42, 1], off: [gs, 0x42, 0] },
  raster: (bitmap) => [gs, 0x76, 0x30, 0, ...extentOf(bitmap), ...dotsOf(bitmap)],
  cut: { full: [gs, 0x56, 0], partial: [gs, 0x56, 1] },
  // On pin 2, for 50 ms; at rest for 500 ms, which is more than every drawer asks for.
  openDrawer: [esc, 0x70, 0, 25, 250],
  // Twice, for 200 ms. Makers have other commands for it; printers without a buzzer skip this.
  soundBuzzer: [esc, 0x42, 2, 2],
}

// There is no cp850: `codePageOf` puts cp858 in its place.
const starPages = { cp437: 1, cp850: 4, cp852: 5, cp858: 4, cp866: 10, wpc1252: 32 }

/** StarPRNT, the language of Star's printers. */
export const starPrnt: Commands = {
  // Printers sold in Japan start in a two-byte mode that breaks accented letters: ESC $ 0 ends it.
  start: (codePage) => [esc, 0x40, esc, 0x24, 0, esc, gs, 0x74, starPages[codePage]],
  align: (justification) => [esc, gs, 0x61, alignment[justification]],
  // One command switches bold on, another one off; then the extra height and the extra width.
  font: (style) => {
    const { width, height } = scaleOf(style)
    return [esc, style.bold ? 0x45 : 0x46, esc, 0x69, height - 1, width - 1]
  },
  inverse: { on: [esc, 0x34], off: [esc, 0x35] },
  raster: (bitmap) => [esc, gs, 0x53, 1, ...extentOf(bitmap), 0, ...dotsOf(bitmap)],
  cut: { full: [esc, 0x64, 0], partial: [esc, 0x64, 1] },
  // The first drawer, for 50 ms; at rest for 500 ms. In tens.
  openDrawer: [esc, bel, 5, 50, bel],
  // Set to 200 ms on, 200 ms off; then sounded twice.
  soundBuzzer: [esc, gs, 0x19, 0x11, 1, 10, 10, esc, gs, 0x19, 0x12, 1, 2, 0],
}

const extentOf = ({ widthPx, heightPx }: Bitmap) => [
  bytesPerRow(widthPx),
  0,
  heightPx & 0xff,
  heightPx >> 8,
]

/**
 * The bytes that print the lines of a receipt. A character of a text that the code page lacks
 * prints as `?`; `drawForeignText` leaves none.
 */
export function bytesOf(
  lines: readonly Line[],
  codePage: CodePage,
  commands: Commands,
  codePageNumber: number | null = null,
): Uint8Array {
  const parts = lines.map((line) => lineBytes(line, codePage, commands))
  const all = [commands.start(codePage, codePageNumber), ...parts]
  return Uint8Array.from(Buffer.concat(all.map((bytes) => Uint8Array.from(bytes))))
}

function lineBytes(
  line: Line,
  codePage: CodePage,
  { align, font, inverse, raster, cut, openDrawer, soundBuzzer }: Commands,
): Bytes {
  switch (line.kind) {
    case 'text': {
      const letters = encode(line.text, codePage)
      const text = line.inverse ? [...inverse.on, ...letters, ...inverse.off] : letters
      return [...align(line.style.justification), ...font(line.style), ...text, lf]
    }
    case 'qr': {
      const bitmap = qrBitmap(line.modules, line.sizePx)
      return [...align(line.style.justification), ...raster(bitmap)]
    }
    case 'picture':
      return [...align(line.style.justification), ...raster(line.bitmap)]
    case 'feed':
      return Array<number>(line.lines).fill(lf)
    case 'cut':
      return line.isPartial ? cut.partial : cut.full
    case 'drawer':
      return openDrawer
    case 'buzzer':
      return soundBuzzer
  }
}
