import { imageDimensionsFromData } from 'image-dimensions'
import { type Bitmap, toBitmap } from './bitmap.ts'
import { type RasterizerAssets, readWebpDecoder, renderPixels } from './rasterizer.ts'

/**
 * The largest a logo is printed. As wide as paper of 58 mm, so that it fits any paper, and
 * two thirds of paper of 80 mm.
 */
const maxWidthPx = 384
const maxHeightPx = 200

const contentTypes = new Map([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
])

type Size = { readonly width: number; readonly height: number }

/**
 * A picture file as the logo of a receipt: scaled down to fit, dithered on white. Undefined
 * for files that cannot be read, for animated WebP and for those that are white all over.
 */
export async function logoBitmap(
  file: Uint8Array,
  assets: Pick<RasterizerAssets, 'wasm'>,
): Promise<Bitmap | undefined> {
  const { type = '', width = 0, height = 0 } = readSize(file) ?? {}
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, maxWidthPx / width, maxHeightPx / height)
  const atLeast1 = (px: number) => Math.max(1, Math.round(px))
  const size = { width: atLeast1(width * scale), height: atLeast1(height * scale) }
  const rgba =
    type === 'webp' ? await drawWebp(file, size) : await draw(file, type, size, assets)
  if (!rgba) return undefined
  const bitmap = dither(rgba, size.width, size.height)
  return Buffer.from(bitmap.bits, 'base64').every((byte) => byte === 0)
    ? undefined
    : bitmap
}

async function drawWebp(file: Uint8Array, size: Size): Promise<Uint8Array | undefined> {
  const picture = await decodeWebp(file)
  return picture && scaleOnWhite(picture, size)
}

async function draw(
  file: Uint8Array,
  type: string,
  size: Size,
  assets: Pick<RasterizerAssets, 'wasm'>,
) {
  const contentType = contentTypes.get(type)
  if (!contentType) return undefined
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<image width="${size.width}" height="${size.height}" preserveAspectRatio="none"`,
    ` href="data:${contentType};base64,${Buffer.from(file).toString('base64')}"/></svg>`,
  ].join('')
  return (await renderPixels(svg, { ...assets, fonts: [] })).rgba
}

function readSize(file: Uint8Array) {
  try {
    return imageDimensionsFromData(file)
  } catch {
    return undefined
  }
}

const white = 255

// Colours that are nearly black or white are printed without stray dots.
const darkest = 48
const lightest = 224

/**
 * A picture in black and white whose dots come out as grey as its pixels (Floyd and
 * Steinberg's error diffusion). `rgba` has four bytes a pixel, all of them opaque.
 */
function dither(rgba: Uint8Array, widthPx: number, heightPx: number): Bitmap {
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

/** Red, green, blue and alpha of each pixel; colours are not multiplied by alpha. */
type WebpPicture = Size & { readonly data: Uint8ClampedArray }

type Decode = (file: ArrayBuffer) => Promise<WebpPicture>

let decoder: Promise<Decode> | undefined

/**
 * The pixels of a WebP file; undefined for a broken or animated one. The decoder is loaded
 * for the first file.
 */
async function decodeWebp(file: Uint8Array): Promise<WebpPicture | undefined> {
  decoder ??= loadDecoder()
  const decode = await decoder
  try {
    return await decode(Uint8Array.from(file).buffer)
  } catch {
    return undefined
  }
}

async function loadDecoder(): Promise<Decode> {
  const { init, default: decode } = await import('@jsquash/webp/decode.js')
  Object.assign(globalThis, { ImageData })
  await init({ wasmBinary: Uint8Array.from(await readWebpDecoder()).buffer })
  return decode
}

/** The decoder makes one of its pixels with `new`. Browsers have the class, Node.js lacks it. */
function ImageData(data: Uint8ClampedArray, width: number, height: number): WebpPicture {
  return { data, width, height }
}

/**
 * A picture scaled down on white, as red, green, blue and alpha: each new pixel is the
 * average of those that it covers.
 */
export function scaleOnWhite(picture: WebpPicture, size: Size): Uint8Array {
  const scaled = new Uint8Array(size.width * size.height * 4).fill(255)
  for (let y = 0; y < size.height; y += 1) {
    const rows = covered(y, size.height, picture.height)
    for (let x = 0; x < size.width; x += 1) {
      const columns = covered(x, size.width, picture.width)
      scaled.set(averageOnWhite(picture, rows, columns), (y * size.width + x) * 4)
    }
  }
  return scaled
}

type Range = { readonly from: number; readonly until: number }

const covered = (at: number, length: number, ofLength: number): Range => ({
  from: Math.floor((at * ofLength) / length),
  until: Math.ceil(((at + 1) * ofLength) / length),
})

function averageOnWhite({ data, width }: WebpPicture, rows: Range, columns: Range) {
  const sums: [number, number, number] = [0, 0, 0]
  for (let y = rows.from; y < rows.until; y += 1) {
    for (let x = columns.from; x < columns.until; x += 1) {
      const at = (y * width + x) * 4
      const alpha = (data[at + 3] ?? 0) / 255
      for (const channel of [0, 1, 2] as const) {
        sums[channel] += (data[at + channel] ?? 0) * alpha + 255 * (1 - alpha)
      }
    }
  }
  const pixels = (rows.until - rows.from) * (columns.until - columns.from)
  return sums.map((sum) => Math.round(sum / pixels))
}
