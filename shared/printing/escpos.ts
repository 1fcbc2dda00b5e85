import { type Bitmap, bytesPerRow, dotsOf, toBitmap } from './bitmap.ts'
import { cp850Bytes } from './cp850.ts'
import type { Line } from './layout.ts'
import { FONT } from './paper.ts'
import type { ElementStyle } from './template.ts'

const LF = 0x0a
const ESC = 0x1b
const FS = 0x1c
const GS = 0x1d

const RESET = [ESC, 0x40]
// Printers sold in China start in a two-byte mode that breaks accented letters.
const SINGLE_BYTE_TEXT = [FS, 0x2e]
const SELECT_CP850 = [ESC, 0x74, 2]
const FULL_CUT = [GS, 0x56, 0]
const ALIGNMENT = { LEFT: 0, CENTER: 1, RIGHT: 2 }

/**
 * The bytes that make an ESC/POS printer print the lines of a receipt.
 *
 * It uses no encoder library: those lay text out a second time, and send characters that
 * cp850 draws in its control range (`§`, `←`) as control bytes.
 */
export function toEscPos(lines: Line[]): Uint8Array {
  const start = [...RESET, ...SINGLE_BYTE_TEXT, ...SELECT_CP850]
  return Uint8Array.from([...start, ...lines.flatMap(lineBytes)])
}

function lineBytes(line: Line): number[] {
  switch (line.kind) {
    case 'text':
      return [...align(line.style), ...font(line.style), ...cp850Bytes(line.text), LF]
    case 'qr':
      return [...align(line.style), ...raster(qrBitmap(line.modules, line.style))]
    case 'picture':
      return [...align(line.style), ...raster(line.bitmap)]
    case 'feed':
      return Array(line.lines).fill(LF)
    case 'cut':
      return FULL_CUT
  }
}

function align({ justification }: ElementStyle): number[] {
  return [ESC, 0x61, ALIGNMENT[justification]]
}

// The high half of the size byte is the extra width, the low half the extra height.
function font({ bold, fontSize }: ElementStyle): number[] {
  const size = (FONT[fontSize].widthFactor - 1) << 4
  return [ESC, 0x45, bold ? 1 : 0, GS, 0x21, size]
}

// A raster image and not the printer's QR command: that draws whole dots per module, so the
// size would be wrong by up to a fifth, and many printers lack it.
function qrBitmap(modules: boolean[][], { fontSize }: ElementStyle): Bitmap {
  const { qrSizePx } = FONT[fontSize]
  const moduleAt = (px: number) => Math.floor((px * modules.length) / qrSizePx)
  const isDark = (x: number, y: number) => modules[moduleAt(y)]?.[moduleAt(x)] ?? false
  return toBitmap(qrSizePx, qrSizePx, isDark)
}

function raster(bitmap: Bitmap): number[] {
  const { widthPx, heightPx } = bitmap
  const size = [bytesPerRow(widthPx), 0, heightPx & 0xff, heightPx >> 8]
  return [GS, 0x76, 0x30, 0, ...size, ...dotsOf(bitmap)]
}
