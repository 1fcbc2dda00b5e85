import { readVendoredFile } from '../../vendored-file.ts'
import type { RasterizerAssets } from './png.ts'
import { unifontFiles } from './unifont.ts'

const WASM = '@resvg/resvg-wasm/index_bg.wasm'
const FONTS = [
  'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
]

const WEBP_WASM = '@jsquash/webp/codec/dec/webp_dec.wasm'

/** The files that are copied next to a bundle that draws logos, and those for whole receipts. */
export const logoFiles = [WASM, WEBP_WASM]
export const rasterizerFiles = [WASM, ...FONTS, ...unifontFiles]

let wasm: Promise<Uint8Array> | undefined
let fonts: Promise<Uint8Array[]> | undefined

/** The rasterizer and its fonts. They are read for the first picture and cached. */
export async function readRasterizer(): Promise<RasterizerAssets> {
  fonts ??= Promise.all(FONTS.map(readVendoredFile))
  return { ...(await readLogoRasterizer()), fonts: await fonts }
}

/** The rasterizer alone, for pictures without text. */
export async function readLogoRasterizer(): Promise<Pick<RasterizerAssets, 'wasm'>> {
  wasm ??= readVendoredFile(WASM)
  return { wasm: await wasm }
}

/** The WebAssembly module that decodes WebP. */
export const readWebpDecoder = () => readVendoredFile(WEBP_WASM)
