import { type Bitmap, toBitmap } from './bitmap.ts'

const white = 255

// Colours that are nearly black or white are printed without stray dots.
const darkest = 48
const lightest = 224

/**
 * A picture in black and white whose dots come out as grey as its pixels (Floyd and
 * Steinberg's error diffusion). `rgba` has four bytes a pixel, all of them opaque.
 */
export function dither(rgba: Uint8Array, widthPx: number, heightPx: number): Bitmap {
  const grey = Float32Array.from({ length: widthPx * heightPx }, (_, pixel) =>
    luminance(rgba, pixel * 4),
  )
  const isBlack = new Uint8Array(grey.length)
  const spread = (x: number, y: number, error: number) => {
    if (x < 0 || x >= widthPx || y >= heightPx) return
    const at = y * widthPx + x
    grey[at] = (grey[at] ?? 0) + error
  }
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x
      const value = grey[at] ?? 0
      const dot = value < white / 2 ? 0 : white
      isBlack[at] = dot === 0 ? 1 : 0
      const error = (value - dot) / 16
      spread(x + 1, y, error * 7)
      spread(x - 1, y + 1, error * 3)
      spread(x, y + 1, error * 5)
      spread(x + 1, y + 1, error)
    }
  }
  return toBitmap(widthPx, heightPx, (x, y) => isBlack[y * widthPx + x] === 1)
}

/** The brightness of an opaque pixel (ITU-R BT.601), stretched to 0 to 255. */
function luminance(rgba: Uint8Array, at: number): number {
  const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3)
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue
  const stretched = ((brightness - darkest) * white) / (lightest - darkest)
  return Math.min(white, Math.max(0, stretched))
}
