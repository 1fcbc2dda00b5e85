import { imageDimensionsFromData } from 'image-dimensions'
import type { Bitmap } from './bitmap.ts'
import { dither } from './dither.ts'
import { type RasterizerAssets, renderPixels } from './png.ts'
import { decodeWebp, scaleOnWhite } from './webp.ts'

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

type Assets = Pick<RasterizerAssets, 'wasm'>

/**
 * A picture file as the logo of a receipt: scaled down to fit, dithered on white. Undefined
 * for files that cannot be read, for animated WebP and for those that are white all over.
 */
export async function logoBitmap(
  file: Uint8Array,
  assets: Assets,
): Promise<Bitmap | undefined> {
  const { type = '', width = 0, height = 0 } = readSize(file) ?? {}
  if (width === 0 || height === 0) return undefined
  const size = fitting({ width, height })
  const rgba =
    type === 'webp' ? await drawWebp(file, size) : await draw(file, type, size, assets)
  if (!rgba) return undefined
  const bitmap = dither(rgba, size.width, size.height)
  return Buffer.from(bitmap.bits, 'base64').every((byte) => byte === 0)
    ? undefined
    : bitmap
}

function fitting({ width, height }: Size): Size {
  const scale = Math.min(1, maxWidthPx / width, maxHeightPx / height)
  return { width: atLeast1(width * scale), height: atLeast1(height * scale) }
}

async function drawWebp(file: Uint8Array, size: Size): Promise<Uint8Array | undefined> {
  const picture = await decodeWebp(file)
  return picture && scaleOnWhite(picture, size)
}

async function draw(file: Uint8Array, type: string, size: Size, assets: Assets) {
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

const atLeast1 = (px: number) => Math.max(1, Math.round(px))

function readSize(file: Uint8Array) {
  try {
    return imageDimensionsFromData(file)
  } catch {
    return undefined
  }
}
