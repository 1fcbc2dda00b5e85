/** The rasterizer's WebAssembly module and the TrueType fonts it draws with. */
export type RasterizerAssets = { wasm: Uint8Array; fonts: Uint8Array[] }

let rasterizer: Promise<typeof import('@resvg/resvg-wasm')> | undefined

/**
 * Draws an SVG as PNG, one pixel per dot. The assets are `@resvg/resvg-wasm/index_bg.wasm`
 * and the fonts DejaVu Sans Mono, regular and bold. The rasterizer is loaded for the first
 * picture. After an error this thread cannot draw again.
 */
export async function renderPng(
  svg: string,
  { wasm, fonts }: RasterizerAssets,
): Promise<Uint8Array> {
  rasterizer ??= loadRasterizer(wasm)
  const { Resvg } = await rasterizer
  const resvg = new Resvg(svg, {
    font: { fontBuffers: fonts, defaultFontFamily: 'DejaVu Sans Mono' },
  })
  const { width, height } = resvg
  try {
    const image = resvg.render()
    const png = image.asPng()
    image.free()
    resvg.free()
    return png
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
