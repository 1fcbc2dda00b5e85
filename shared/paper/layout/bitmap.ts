import * as z from 'zod'

/**
 * A black and white picture, one bit a pixel. `bits` are its rows from the top in base64,
 * each filled up to whole bytes; the highest bit is the leftmost pixel, and 1 is black.
 */
export const Bitmap = z.object({
  widthPx: z.int().min(1).max(576),
  heightPx: z.int().min(1).max(2_000),
  bits: z.base64(),
})
export type Bitmap = z.infer<typeof Bitmap>

/** Bytes that a row takes up. */
export const bytesPerRow = (widthPx: number) => Math.ceil(widthPx / 8)

/** The bitmap of the pixels that are black. */
export function toBitmap(
  widthPx: number,
  heightPx: number,
  isBlack: (x: number, y: number) => boolean,
): Bitmap {
  const row = bytesPerRow(widthPx)
  const dots = new Uint8Array(row * heightPx)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = y * row + (x >> 3)
      if (isBlack(x, y)) dots[at] = (dots[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return { widthPx, heightPx, bits: Buffer.from(dots).toString('base64') }
}

/** The rows of a bitmap as bytes; missing ones are white. */
export function dotsOf({ widthPx, heightPx, bits }: Bitmap): Uint8Array {
  const dots = new Uint8Array(bytesPerRow(widthPx) * heightPx)
  dots.set(Buffer.from(bits, 'base64').subarray(0, dots.length))
  return dots
}

/** True if a pixel of a row is black. */
export const isBlackAt = (dots: Uint8Array, rowStart: number, x: number): boolean =>
  ((dots[rowStart + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
