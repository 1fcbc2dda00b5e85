import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { buildPage } from '../../infra/built-pages.ts'
import {
  type BuiltPage,
  type BuiltPageName,
  builtPages,
} from '../../shared/platform/built-pages/built-pages.ts'
import { names, readAsset } from '../../shared/platform/docs-page/assets.ts'
import { page } from '../../shared/platform/docs-page/page.ts'

const root = join(import.meta.dirname, '../..')

/** What a browser loads at its first visit, in bytes, and how many KB of it there may be. */
export type BrowserBundle = {
  readonly name: string
  readonly raw: number
  readonly gzipped: number
  readonly budgetKb: number
}

/** Everything that is made for browsers. */
export async function browserBundles(): Promise<BrowserBundle[]> {
  const files = await Promise.all(Object.values(names).map(readAsset))
  return [
    bundleOf('typed client', 20, clientBundle()),
    bundleOf('page of /office', 61, ...filesOf('office')),
    bundleOf('page of /till', 104, ...filesOf('till')),
    bundleOf('page of /kitchen', 60, ...filesOf('kitchen')),
    bundleOf('page of /docs', 510, page, ...files.map(({ content }) => content)),
    bundleOf('OpenAPI document', 114, readFileSync(join(root, 'docs/openapi.json'))),
  ]
}

function filesOf(page: BuiltPageName): Uint8Array[] {
  const directory = mkdtempSync(join(tmpdir(), 'pos-page-'))
  try {
    buildPage(page, directory)
    const { later }: BuiltPage = builtPages[page]
    const isLater = (name: string) =>
      [...(later?.scripts ?? []).map((script) => `${script}.js`), ...(later?.files ?? [])]
        .map((file) => basename(file))
        .includes(name)
    const files = readdirSync(directory).filter(
      (name) => !/\.(png|br)$/.test(name) && !isLater(name),
    )
    return files.map((name) => readFileSync(join(directory, name)))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function bundleOf(
  name: string,
  budgetKb: number,
  ...files: (string | Uint8Array)[]
): BrowserBundle {
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
  return {
    name,
    raw: sum(files.map((file) => Buffer.byteLength(file))),
    gzipped: sum(files.map((file) => gzipSync(file).length)),
    budgetKb,
  }
}

function clientBundle(): Uint8Array {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: ['shared/client/connect.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}
