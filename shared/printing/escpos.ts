import { type Bitmap, bytesPerRow, dotsOf, toBitmap } from './bitmap.ts'
import { bytesIn, codePageNumber } from './code-page.ts'
import type { Line } from './layout.ts'
import { WIDTH_FACTOR } from './paper.ts'
import { type CodePage, defaultSettings } from './print-settings.ts'
import type { ElementStyle } from './template.ts'

const LF = 0x0a
const ESC = 0x1b
const FS = 0x1c
const GS = 0x1d

const RESET = [ESC, 0x40]
// Printers sold in China start in a two-byte mode that breaks accented letters.
const SINGLE_BYTE_TEXT = [FS, 0x2e]
const FULL_CUT = [GS, 0x56, 0]
const PARTIAL_CUT = [GS, 0x56, 1]
// On pin 2, for 50 ms; at rest for 500 ms, which is more than every drawer asks for.
const OPEN_DRAWER = [ESC, 0x70, 0, 25, 250]
// Twice, for 200 ms. Makers have other commands for it; printers without a buzzer skip this.
const SOUND_BUZZER = [ESC, 0x42, 2, 2]
const ALIGNMENT = { LEFT: 0, CENTER: 1, RIGHT: 2 }

/**
 * The bytes that make an ESC/POS printer print the lines of a receipt.
 *
 * It uses no encoder library: those lay text out a second time, and send characters that
 * cp850 draws in its control range (`§`, `←`) as control bytes.
 */
export function toEscPos(
  lines: Line[],
  codePage: CodePage = defaultSettings.codePage,
): Uint8Array {
  const selectCodePage = [ESC, 0x74, codePageNumber(codePage)]
  const start = [...RESET, ...SINGLE_BYTE_TEXT, ...selectCodePage]
  return Uint8Array.from([
    ...start,
    ...lines.flatMap((line) => lineBytes(line, codePage)),
  ])
}

function lineBytes(line: Line, codePage: CodePage): number[] {
  switch (line.kind) {
    case 'text':
      return [
        ...align(line.style),
        ...font(line.style),
        ...bytesIn(codePage, line.text),
        LF,
      ]
    case 'qr':
      return [...align(line.style), ...raster(qrBitmap(line.modules, line.sizePx))]
    case 'picture':
      return [...align(line.style), ...raster(line.bitmap)]
    case 'feed':
      return Array(line.lines).fill(LF)
    case 'cut':
      return line.isPartial ? PARTIAL_CUT : FULL_CUT
    case 'drawer':
      return OPEN_DRAWER
    case 'buzzer':
      return SOUND_BUZZER
  }
}

function align({ justification }: ElementStyle): number[] {
  return [ESC, 0x61, ALIGNMENT[justification]]
}

// The high half of the size byte is the extra width, the low half the extra height.
function font({ bold, fontSize }: ElementStyle): number[] {
  const size = (WIDTH_FACTOR[fontSize] - 1) << 4
  return [ESC, 0x45, bold ? 1 : 0, GS, 0x21, size]
}

// A raster image and not the printer's QR command: that draws whole dots per module, so the
// size would be wrong by up to a fifth, and many printers lack it.
function qrBitmap(modules: boolean[][], sizePx: number): Bitmap {
  const moduleAt = (px: number) => Math.floor((px * modules.length) / sizePx)
  const isDark = (x: number, y: number) => modules[moduleAt(y)]?.[moduleAt(x)] ?? false
  return toBitmap(sizePx, sizePx, isDark)
}

function raster(bitmap: Bitmap): number[] {
  const { widthPx, heightPx } = bitmap
  const size = [bytesPerRow(widthPx), 0, heightPx & 0xff, heightPx >> 8]
  return [GS, 0x76, 0x30, 0, ...size, ...dotsOf(bitmap)]
}
