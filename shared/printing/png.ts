/** The rasterizer's WebAssembly module and the TrueType fonts it draws with. */
export type RasterizerAssets = { wasm: Uint8Array; fonts: Uint8Array[] }

let rasterizer: Promise<typeof import('@resvg/resvg-wasm')> | undefined

/**
 * Draws an SVG as PNG at one pixel a dot. The caller reads the assets, from
 * node_modules or from beside a bundle: `@resvg/resvg-wasm/index_bg.wasm` and
 * DejaVu Sans Mono, regular and bold. They are loaded with the first picture.
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
  try {
    return resvg.render().asPng()
  } finally {
    resvg.free()
  }
}

// The module may be initialized once in a process, so it is remembered.
async function loadRasterizer(wasm: Uint8Array) {
  const resvg = await import('@resvg/resvg-wasm')
  await resvg.initWasm(wasm)
  return resvg
}
