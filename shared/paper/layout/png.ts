type Rasterizer = typeof import('@resvg/resvg-wasm')

type RenderedImage = ReturnType<InstanceType<Rasterizer['Resvg']>['render']>

/** The rasterizer's WebAssembly module and the TrueType fonts it draws with. */
export type RasterizerAssets = { wasm: Uint8Array; fonts: Uint8Array[] }

let rasterizer: Promise<Rasterizer> | undefined

/** A drawn SVG: red, green, blue and alpha of each pixel, colours multiplied by alpha. */
export type Pixels = {
  readonly rgba: Uint8Array
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * Draws an SVG as PNG, one pixel per dot. The assets are `@resvg/resvg-wasm/index_bg.wasm`
 * and the fonts DejaVu Sans Mono, regular and bold. The rasterizer is loaded for the first
 * picture. After an error this thread cannot draw again.
 */
export const renderPng = (svg: string, assets: RasterizerAssets): Promise<Uint8Array> =>
  render(svg, assets, (image) => image.asPng())

/** Draws an SVG as pixels, like `renderPng`. */
export const renderPixels = (svg: string, assets: RasterizerAssets): Promise<Pixels> =>
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
