import { bytesPerRow, dotsOf } from './bitmap.ts'
import type { CodePage } from './code-pages.ts'
import { type Commands, esc, fs, gs } from './commands.ts'
import { widthFactors } from './paper.ts'

const reset = [esc, 0x40]
// Printers sold in China start in a two-byte mode that breaks accented letters.
const singleByteText = [fs, 0x2e]
const pageNumbers: Record<CodePage, number> = {
  cp437: 0,
  cp850: 2,
  cp852: 18,
  cp858: 19,
  cp866: 17,
  wpc1252: 16,
}
const alignment = { LEFT: 0, CENTER: 1, RIGHT: 2 }

/**
 * ESC/POS.
 *
 * It uses no encoder library: those lay text out a second time, and send characters that
 * cp850 draws in its control range (`§`, `←`) as control bytes.
 */
export const escPos: Commands = {
  start: (codePage) => [...reset, ...singleByteText, ...select(codePage)],
  align: (justification) => [esc, 0x61, alignment[justification]],
  font: ({ bold, fontSize }) => [...emphasis(bold), ...size(widthFactors[fontSize])],
  raster: (bitmap) => {
    const { widthPx, heightPx } = bitmap
    const extent = [bytesPerRow(widthPx), 0, heightPx & 0xff, heightPx >> 8]
    return [gs, 0x76, 0x30, 0, ...extent, ...dotsOf(bitmap)]
  },
  cut: { full: [gs, 0x56, 0], partial: [gs, 0x56, 1] },
  // On pin 2, for 50 ms; at rest for 500 ms, which is more than every drawer asks for.
  openDrawer: [esc, 0x70, 0, 25, 250],
  // Twice, for 200 ms. Makers have other commands for it; printers without a buzzer skip this.
  soundBuzzer: [esc, 0x42, 2, 2],
}

const select = (codePage: CodePage) => [esc, 0x74, pageNumbers[codePage]]

const emphasis = (bold: boolean) => [esc, 0x45, bold ? 1 : 0]

// The high half is the extra width, the low half the extra height.
const size = (widthFactor: number) => [gs, 0x21, (widthFactor - 1) << 4]
