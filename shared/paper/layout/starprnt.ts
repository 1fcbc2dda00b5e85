import { bytesPerRow, dotsOf } from './bitmap.ts'
import type { CodePage } from './code-pages.ts'
import { BEL, type Commands, ESC, GS } from './commands.ts'
import { WIDTH_FACTOR } from './paper.ts'

const RESET = [ESC, 0x40]
// Printers sold in Japan start in a two-byte mode that breaks accented letters.
const SINGLE_BYTE_TEXT = [ESC, 0x24, 0]
// There is no cp850: `codePageOf` puts cp858 in its place.
const PAGE_NUMBERS: Record<CodePage, number> = {
  cp437: 1,
  cp850: 4,
  cp852: 5,
  cp858: 4,
  cp866: 10,
  wpc1252: 32,
}
const ALIGNMENT = { LEFT: 0, CENTER: 1, RIGHT: 2 }

/** StarPRNT, the language of Star's printers. */
export const starPrnt: Commands = {
  start: (codePage) => [...RESET, ...SINGLE_BYTE_TEXT, ...select(codePage)],
  align: (justification) => [ESC, GS, 0x61, ALIGNMENT[justification]],
  font: ({ bold, fontSize }) => [...emphasis(bold), ...size(WIDTH_FACTOR[fontSize])],
  raster: (bitmap) => {
    const { widthPx, heightPx } = bitmap
    const extent = [bytesPerRow(widthPx), 0, heightPx & 0xff, heightPx >> 8]
    return [ESC, GS, 0x53, 1, ...extent, 0, ...dotsOf(bitmap)]
  },
  cut: { full: [ESC, 0x64, 0], partial: [ESC, 0x64, 1] },
  // The first drawer, for 50 ms; at rest for 500 ms. In tens.
  openDrawer: [ESC, BEL, 5, 50, BEL],
  // Set to 200 ms on, 200 ms off; then sounded twice.
  soundBuzzer: [ESC, GS, 0x19, 0x11, 1, 10, 10, ESC, GS, 0x19, 0x12, 1, 2, 0],
}

const select = (codePage: CodePage) => [ESC, GS, 0x74, PAGE_NUMBERS[codePage]]

// One command switches it on, another one off.
const emphasis = (bold: boolean) => [ESC, bold ? 0x45 : 0x46]

// The extra height, then the extra width.
const size = (widthFactor: number) => [ESC, 0x69, 0, widthFactor - 1]
