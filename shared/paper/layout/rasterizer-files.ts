import { readVendoredFile } from '../../vendored-file.ts'
import type { RasterizerAssets } from './png.ts'
import { unifontFiles } from './unifont.ts'

const wasmFile = '@resvg/resvg-wasm/index_bg.wasm'
const fontFiles = [
  'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
]

const webpWasmFile = '@jsquash/webp/codec/dec/webp_dec.wasm'

/** The files that are copied next to a bundle that draws logos, and those for whole receipts. */
export const logoFiles = [wasmFile, webpWasmFile]
export const rasterizerFiles = [wasmFile, ...fontFiles, ...unifontFiles]

let wasm: Promise<Uint8Array> | undefined
let fonts: Promise<Uint8Array[]> | undefined

/** The rasterizer and its fonts. They are read for the first picture and cached. */
export async function readRasterizer(): Promise<RasterizerAssets> {
  fonts ??= Promise.all(fontFiles.map(readVendoredFile))
  return { ...(await readLogoRasterizer()), fonts: await fonts }
}

/** The rasterizer alone, for pictures without text. */
export async function readLogoRasterizer(): Promise<Pick<RasterizerAssets, 'wasm'>> {
  wasm ??= readVendoredFile(wasmFile)
  return { wasm: await wasm }
}

/** The WebAssembly module that decodes WebP. */
export const readWebpDecoder = () => readVendoredFile(webpWasmFile)
