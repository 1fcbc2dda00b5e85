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

/** The files that are copied next to a bundle that draws logos, and those for whole receipts. */
export const logoFiles = [WASM]
export const rasterizerFiles = [WASM, ...FONTS]

let wasm: Promise<Uint8Array> | undefined
let fonts: Promise<Uint8Array[]> | undefined

/** The rasterizer and its fonts. They are read for the first picture and cached. */
export async function readRasterizer(): Promise<RasterizerAssets> {
  fonts ??= Promise.all(FONTS.map(readAsset))
  return { ...(await readLogoRasterizer()), fonts: await fonts }
}

/** The rasterizer alone, for pictures without text. */
export async function readLogoRasterizer(): Promise<Pick<RasterizerAssets, 'wasm'>> {
  wasm ??= readAsset(WASM)
  return { wasm: await wasm }
}

/** Reads a file next to the bundle, or else from node_modules. */
function readAsset(name: string): Promise<Uint8Array> {
  const bundled = fileURLToPath(new URL(basename(name), import.meta.url))
  return readFile(
    existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve(name),
  )
}
