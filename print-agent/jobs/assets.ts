import type { RasterizerAssets } from '../../shared/printing/png.ts'
import { readVendoredFile } from '../../shared/vendored-file.ts'

const WASM = '@resvg/resvg-wasm/index_bg.wasm'
const FONTS = [
  'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
]

/** The files that are copied next to the bundled agent. */
export const assetNames = [WASM, ...FONTS]

let assets: Promise<RasterizerAssets> | undefined

/** The rasterizer and its fonts. They are read for the first picture and cached. */
export function readAssets(): Promise<RasterizerAssets> {
  assets ??= readAll()
  return assets
}

async function readAll(): Promise<RasterizerAssets> {
  const [wasm, ...fonts] = await Promise.all([
    readVendoredFile(WASM),
    ...FONTS.map(readVendoredFile),
  ])
  return { wasm, fonts }
}
