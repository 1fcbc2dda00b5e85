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
  chunksOf,
  isChunk,
} from '../../shared/platform/built-pages/built-pages.ts'
import { names, readAsset } from '../../shared/platform/docs-page/assets.ts'
import { page } from '../../shared/platform/docs-page/page.ts'

const root = join(import.meta.dirname, '../..')

/** Bytes that a browser loads at its first visit, and their budget in KB. */
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
    bundleOf('page of /office', 90, ...filesOf('office')),
    bundleOf('later sections of /office', 150, ...laterSections()),
    bundleOf('page of /till', 117, ...filesOf('till')),
    bundleOf('page of /kitchen', 60, ...filesOf('kitchen')),
    bundleOf('page of /docs', 510, page, ...files.map(({ content }) => content)),
    bundleOf('OpenAPI document', 138, readFileSync(join(root, 'docs/openapi.json'))),
  ]
}

/** Files of a page's first visit, with the section that /office shows first. */
const filesOf = (page: BuiltPageName) => built(page, firstFilesIn)

/** Files that /office loads when further sections are opened. */
const laterSections = () =>
  built('office', (page, directory) => {
    const first = new Set(firstFilesIn(page, directory))
    return readdirSync(directory).filter((name) => isChunk(name) && !first.has(name))
  })

function built(
  page: BuiltPageName,
  choose: (page: BuiltPageName, directory: string) => readonly string[],
): Uint8Array[] {
  const directory = mkdtempSync(join(tmpdir(), 'pos-page-'))
  try {
    buildPage(page, directory)
    return choose(page, directory).map((name) => readFileSync(join(directory, name)))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function firstFilesIn(page: BuiltPageName, directory: string): string[] {
  const { later }: BuiltPage = builtPages[page]
  const isLater = (name: string) =>
    [...(later?.scripts ?? []).map((script) => `${script}.js`), ...(later?.files ?? [])]
      .map((file) => basename(file))
      .includes(name)
  const files = readdirSync(directory).filter((name) => !/\.(png|br)$/.test(name))
  const textOf = (name: string) => readFileSync(join(directory, name), 'utf8')
  /** A script with the chunks that it imports before it runs. */
  const withChunks = (name: string): readonly string[] => [
    name,
    ...chunksOf(textOf(name)).flatMap(withChunks),
  ]
  const scripts = files.filter((name) => name.endsWith('.js') && !isLater(name))
  // Of /office, imported first by the list of sections
  const [, firstSection] =
    (page === 'office' && /import\("\.\/(chunk-[^"]+)"\)/.exec(textOf(`${page}.js`))) ||
    []
  const first = [...scripts.filter((name) => !isChunk(name)), firstSection ?? []].flat()
  const others = files.filter((name) => !name.endsWith('.js') && !isLater(name))
  return [...new Set([...first.flatMap(withChunks), ...others])]
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
