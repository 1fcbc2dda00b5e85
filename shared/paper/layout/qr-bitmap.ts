import { type Bitmap, toBitmap } from './bitmap.ts'

/**
 * A QR symbol as a picture. The printer's own QR command draws whole dots per module, so the
 * size would be wrong by up to a fifth, and many printers lack it.
 */
export function qrBitmap(modules: boolean[][], sizePx: number): Bitmap {
  const moduleAt = (px: number) => Math.floor((px * modules.length) / sizePx)
  const isDark = (x: number, y: number) => modules[moduleAt(y)]?.[moduleAt(x)] ?? false
  return toBitmap(sizePx, sizePx, isDark)
}
