import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RasterizerAssets } from '../../shared/printing/png.ts'

const WASM = '@resvg/resvg-wasm/index_bg.wasm'
const FONTS = [
  'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
]

/** What stands beside the bundled agent. */
export const assetNames = [WASM, ...FONTS]

let assets: Promise<RasterizerAssets> | undefined

/** What pictures are drawn with, read with the first picture and kept. */
export function readAssets(): Promise<RasterizerAssets> {
  assets ??= readAll()
  return assets
}

async function readAll(): Promise<RasterizerAssets> {
  const [wasm, ...fonts] = await Promise.all([readAsset(WASM), ...FONTS.map(readAsset)])
  return { wasm, fonts }
}

/** From beside the bundled agent, or else from node_modules. */
function readAsset(name: string): Promise<Uint8Array> {
  const beside = fileURLToPath(new URL(basename(name), import.meta.url))
  return readFile(
    existsSync(beside) ? beside : createRequire(import.meta.url).resolve(name),
  )
}
