import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RasterizerAssets } from './png.ts'

const WASM = '@resvg/resvg-wasm/index_bg.wasm'
const FONTS = [
  'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
]

/** The files that are copied next to a bundle that draws pictures. */
export const rasterizerFiles = [WASM, ...FONTS]

let assets: Promise<RasterizerAssets> | undefined

/** The rasterizer and its fonts. They are read for the first picture and cached. */
export function readRasterizer(): Promise<RasterizerAssets> {
  assets ??= readAll()
  return assets
}

async function readAll(): Promise<RasterizerAssets> {
  const [wasm, ...fonts] = await Promise.all([readAsset(WASM), ...FONTS.map(readAsset)])
  return { wasm, fonts }
}

/** Reads a file next to the bundle, or else from node_modules. */
function readAsset(name: string): Promise<Uint8Array> {
  const bundled = fileURLToPath(new URL(basename(name), import.meta.url))
  return readFile(
    existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve(name),
  )
}
