/** The rasterizer's WebAssembly module and the TrueType fonts it draws with. */
export type RasterizerAssets = { wasm: Uint8Array; fonts: Uint8Array[] }

let rasterizer: Promise<typeof import('@resvg/resvg-wasm')> | undefined

/**
 * Draws an SVG as PNG at one pixel a dot. The caller reads the assets, from
 * node_modules or from beside a bundle: `@resvg/resvg-wasm/index_bg.wasm` and
 * DejaVu Sans Mono, regular and bold. They are loaded with the first picture.
 * Once a drawing has failed this thread can draw no more.
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
    // Nothing is freed: after a trap that throws an error of its own, which hides this one.
    const size = `${width} x ${height} pixels`
    throw new Error(`a picture of ${size} cannot be drawn: ${cause}`, { cause })
  }
}

// The module may be initialized once in a thread, so it is remembered.
async function loadRasterizer(wasm: Uint8Array) {
  const resvg = await import('@resvg/resvg-wasm')
  await resvg.initWasm(wasm)
  return resvg
}
