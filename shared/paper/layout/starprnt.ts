import { bytesPerRow, dotsOf } from './bitmap.ts'
import type { CodePage } from './code-pages.ts'
import { bel, type Commands, esc, gs } from './commands.ts'
import { widthFactors } from './paper.ts'

const reset = [esc, 0x40]
// Printers sold in Japan start in a two-byte mode that breaks accented letters.
const singleByteText = [esc, 0x24, 0]
// There is no cp850: `codePageOf` puts cp858 in its place.
const pageNumbers: Record<CodePage, number> = {
  cp437: 1,
  cp850: 4,
  cp852: 5,
  cp858: 4,
  cp866: 10,
  wpc1252: 32,
}
const alignment = { LEFT: 0, CENTER: 1, RIGHT: 2 }

/** StarPRNT, the language of Star's printers. */
export const starPrnt: Commands = {
  start: (codePage) => [...reset, ...singleByteText, ...select(codePage)],
  align: (justification) => [esc, gs, 0x61, alignment[justification]],
  font: ({ bold, fontSize }) => [...emphasis(bold), ...size(widthFactors[fontSize])],
  raster: (bitmap) => {
    const { widthPx, heightPx } = bitmap
    const extent = [bytesPerRow(widthPx), 0, heightPx & 0xff, heightPx >> 8]
    return [esc, gs, 0x53, 1, ...extent, 0, ...dotsOf(bitmap)]
  },
  cut: { full: [esc, 0x64, 0], partial: [esc, 0x64, 1] },
  // The first drawer, for 50 ms; at rest for 500 ms. In tens.
  openDrawer: [esc, bel, 5, 50, bel],
  // Set to 200 ms on, 200 ms off; then sounded twice.
  soundBuzzer: [esc, gs, 0x19, 0x11, 1, 10, 10, esc, gs, 0x19, 0x12, 1, 2, 0],
}

const select = (codePage: CodePage) => [esc, gs, 0x74, pageNumbers[codePage]]

// One command switches it on, another one off.
const emphasis = (bold: boolean) => [esc, bold ? 0x45 : 0x46]

// The extra height, then the extra width.
const size = (widthFactor: number) => [esc, 0x69, 0, widthFactor - 1]
