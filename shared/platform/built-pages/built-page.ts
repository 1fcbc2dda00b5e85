import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { required } from '../../failure.ts'
import { resources } from '../deployment/resources.ts'
import { settings } from '../deployment/settings.ts'
import { FileContent } from '../http/reply.ts'
import { servedUnlessKnown, tagOf } from '../http/serve-versioned.ts'
import {
  type BuiltPage,
  type BuiltPageName,
  builtPages,
  chunksOf,
  isChunk,
  isCompressible,
} from './built-pages.ts'
import { manifestText, pageText, type Served } from './page-text.ts'

type Content = {
  /** Returns the page for the options of a shop. */
  readonly pageFor: (served: Served) => ReturnType<typeof servedUnlessKnown>
  /** Files that the page loads, by names that change with the content. */
  readonly assets: ReadonlyMap<string, FileContent>
}

/** Returns the handlers of a built page: of the page itself, and of its files. */
export function builtPage(name: BuiltPageName) {
  let reading: Promise<Content> | undefined
  /** The built files, read at the first request. */
  const read = () => {
    reading ??= readFiles(name, folderOf(name))
    return reading
  }
  return {
    readPage: async () =>
      (await read()).pageFor({
        isLoginScreenPublic: settings.publicLoginScreen(),
        pages: pageNames.filter((page) => settings[`${page}Page`]()),
        hasTills: settings.tills(),
      }),
    /** A file of the page by its name. Throws `notFound`. */
    readAsset: async (asset: string): Promise<FileContent> =>
      required((await read()).assets.get(asset)),
  }
}

const pageNames = Object.keys(builtPages) as BuiltPageName[]

/** In the cloud a page's files are beside its function. */
const folderOf = (name: BuiltPageName) =>
  resources.pagesFolder() ? join(resources.pagesFolder(), name) : import.meta.dirname

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript;charset=utf-8',
  '.css': 'text/css;charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
}

const binary = new Set(['image/png', 'application/wasm'])

async function readFiles(name: BuiltPageName, folder: string): Promise<Content> {
  const { icons, app, later, isSplit }: BuiltPage = builtPages[name]
  const assets = new Map<string, FileContent>()
  const urls = new Map<string, string>()
  /** Keeps a file under a name that changes with its content, and returns its address. */
  const keep = (
    file: string,
    content: string | Buffer,
    type: string,
    options: { readonly brotli?: Buffer } = {},
  ) => {
    const suffix = extname(file)
    const stem = file.slice(0, -suffix.length)
    const fingerprinted = `${stem}-${tagOf(content)}${suffix}`
    assets.set(fingerprinted, new FileContent(content, type, options))
    const url = `/${name}/${fingerprinted}`
    urls.set(file, url)
    return url
  }
  /** Reads a file with its type, and as Brotli where it is compressible. */
  const readBuilt = async (file: string) => {
    const type = types[extname(file)] ?? ''
    const content = await readFile(join(folder, file))
    const options = isCompressible(file) && {
      brotli: await readFile(join(folder, `${file}.br`)),
    }
    return [binary.has(type) ? content : content.toString(), type, options || {}] as const
  }
  const laterFiles = [
    ...(later?.scripts ?? []).map((script) => `${script}.js`),
    ...(later?.files ?? []).map((file) => basename(file)),
  ]
  for (const file of [`${name}.js`, `${name}.css`, ...icons, ...laterFiles]) {
    keep(file, ...(await readBuilt(file)))
  }
  // Scripts import them by these names
  const chunks = isSplit ? (await readdir(folder)).filter(isChunk) : []
  for (const chunk of chunks)
    assets.set(chunk, new FileContent(...(await readBuilt(chunk))))
  const url = (file: string) => urls.get(file) ?? ''
  const manifest =
    app &&
    keep(
      'app.webmanifest',
      manifestText(name, app, icons.map(url)),
      'application/manifest+json',
    )
  if (app) {
    const worker = await readFile(join(folder, 'worker.js'), 'utf8')
    assets.set('worker.js', workerFile(worker, `/${name}`))
  }
  const parts = {
    name,
    title: builtPages[name].title,
    script: url(`${name}.js`),
    preloaded: [...(await chunksBefore(folder, `${name}.js`))].map(
      (chunk) => `/${name}/${chunk}`,
    ),
    style: url(`${name}.css`),
    icon: url('icon.svg'),
    touchIcon: url('icon-192.png'),
    manifest,
    // Names without their folder: the service worker keeps files with an address
    later: laterFiles.map((file) => basename(url(file))),
  }
  return {
    pageFor: (served) => servedUnlessKnown(pageText({ ...parts, ...served })),
    assets,
  }
}

/** The chunks that are imported before a script runs, also by each other. */
async function chunksBefore(folder: string, script: string): Promise<Set<string>> {
  const direct = chunksOf(await readFile(join(folder, script), 'utf8'))
  const further = await Promise.all(direct.map((chunk) => chunksBefore(folder, chunk)))
  return new Set([...direct, ...further.flatMap((chunks) => [...chunks])])
}

/** A worker keeps its name: browsers compare its content. It serves the page above its folder. */
const workerFile = (content: string, scope: string) =>
  new FileContent(content, 'text/javascript;charset=utf-8', {
    cacheControl: 'no-cache',
    headers: { 'service-worker-allowed': scope },
    contentPolicy: "default-src 'none'; connect-src 'self'",
  })
