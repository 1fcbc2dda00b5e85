import { readWebpDecoder } from './rasterizer-files.ts'

/** Red, green, blue and alpha of each pixel; colours are not multiplied by alpha. */
export type WebpPicture = {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

type Decode = (file: ArrayBuffer) => Promise<WebpPicture>

let decoder: Promise<Decode> | undefined

/**
 * The pixels of a WebP file; undefined for a broken or animated one. The decoder is loaded
 * for the first file.
 */
export async function decodeWebp(file: Uint8Array): Promise<WebpPicture | undefined> {
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
  // The decoder makes one of its pixels. Browsers have the class, Node.js lacks it.
  Object.assign(globalThis, { ImageData: Pixels })
  await init({ wasmBinary: Uint8Array.from(await readWebpDecoder()).buffer })
  return decode
}

class Pixels implements WebpPicture {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}

type Size = { readonly width: number; readonly height: number }

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
