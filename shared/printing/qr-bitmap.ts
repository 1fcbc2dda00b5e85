import { type Bitmap, toBitmap } from './bitmap.ts'
import { FONT } from './paper.ts'
import type { ElementStyle } from './template.ts'

/**
 * A QR symbol as a picture. The printer's own QR command draws whole dots per module, so the
 * size would be wrong by up to a fifth, and many printers lack it.
 */
export function qrBitmap(modules: boolean[][], { fontSize }: ElementStyle): Bitmap {
  const { qrSizePx } = FONT[fontSize]
  const moduleAt = (px: number) => Math.floor((px * modules.length) / qrSizePx)
  const isDark = (x: number, y: number) => modules[moduleAt(y)]?.[moduleAt(x)] ?? false
  return toBitmap(qrSizePx, qrSizePx, isDark)
}
