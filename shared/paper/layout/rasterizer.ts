import { readVendoredFile } from '../../vendored-file.ts'
import { unifontFiles } from './unifont.ts'

type Rasterizer = typeof import('@resvg/resvg-wasm')
type RenderedImage = ReturnType<InstanceType<Rasterizer['Resvg']>['render']>

/** The rasterizer's WebAssembly module and the TrueType fonts it draws with. */
export type RasterizerAssets = { wasm: Uint8Array; fonts: Uint8Array[] }

let rasterizer: Promise<Rasterizer> | undefined

/**
 * Draws an SVG as PNG, one pixel per dot. The assets are `@resvg/resvg-wasm/index_bg.wasm`
 * and the fonts DejaVu Sans Mono, regular and bold. The rasterizer is loaded for the first
 * picture. After an error this thread cannot draw again.
 */
export const renderPng = (svg: string, assets: RasterizerAssets): Promise<Uint8Array> =>
  render(svg, assets, (image) => image.asPng())

/** Renders pixels: red, green, blue and alpha of each, colours multiplied by alpha. */
export const renderPixels = (svg: string, assets: RasterizerAssets) =>
  render(svg, assets, ({ pixels, width, height }) => ({
    rgba: pixels,
    widthPx: width,
    heightPx: height,
  }))

async function render<T>(
  svg: string,
  { wasm, fonts }: RasterizerAssets,
  read: (image: RenderedImage) => T,
): Promise<T> {
  rasterizer ??= loadRasterizer(wasm)
  const { Resvg } = await rasterizer
  const resvg = new Resvg(svg, {
    font: { fontBuffers: fonts, defaultFontFamily: 'DejaVu Sans Mono' },
  })
  const { width, height } = resvg
  try {
    const image = resvg.render()
    const result = read(image)
    image.free()
    resvg.free()
    return result
  } catch (cause) {
    // Nothing is freed: after a trap, `free` throws an error that would hide this one.
    const size = `${width} x ${height} pixels`
    throw new Error(`a picture of ${size} cannot be drawn: ${String(cause)}`, { cause })
  }
}

// The module can be initialized only once per thread, so it is cached.
async function loadRasterizer(wasm: Uint8Array) {
  const resvg = await import('@resvg/resvg-wasm')
  await resvg.initWasm(wasm)
  return resvg
}

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
