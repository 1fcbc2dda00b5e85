import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Files of the client besides its own folder. */
const ground = ['shared/backoff.ts', 'shared/ids.ts']

/**
 * Makes a folder the package `lightning-pos` with the entry `lightning-pos/client`:
 * JavaScript modules and their types, without dependencies.
 */
export function buildClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Within the repository, where the compiler finds the types of Node.
  const source = mkdtempSync(join(root, 'node_modules/.client-'))
  try {
    for (const each of ['shared/client', ...ground]) {
      cpSync(join(root, each), join(source, each), { recursive: true })
    }
    writeFileSync(join(source, 'package.json'), JSON.stringify({ type: 'module' }))
    compile(source, join(folder, 'lib'))
  } finally {
    rmSync(source, { recursive: true })
  }
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'README.md'), readme())
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

function compile(source: string, outDir: string): void {
  const config = join(source, 'tsconfig.json')
  const compilerOptions = {
    rootDir: 'shared',
    outDir,
    target: 'es2022',
    lib: ['es2024'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
  }
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ['shared'] }))
  const { resolve } = createRequire(import.meta.url)
  const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', config], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The client does not compile:\n${stdout}`)
  for (const file of globSync(join(outDir, '**/*.d.ts'))) importJavaScript(file)
}

/** The compiler leaves the names of sources in the imports of types. */
function importJavaScript(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'"))
}

/** The package's own; that of the repository lists what the backend needs. */
function manifest() {
  const repository = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entry = (file: string) => ({
    types: `./lib/client/${file}.d.ts`,
    default: `./lib/client/${file}.js`,
  })
  return {
    name: repository.name,
    version: repository.version,
    description: 'The typed client of Lightning POS, for browsers and Node.js.',
    license: repository.license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22' },
    exports: { './client': entry('connect'), './client/pos-error': entry('pos-error') },
    files: ['lib'],
  }
}

function readme(): string {
  const page = readFileSync(join(root, 'docs/client.md'), 'utf8')
  return page.replace(/^# .+/, '# Lightning POS client')
}

/*
 * `npm run build-client [-- <folder>]`: makes a folder the package of the typed client, which
 * `npm pack` and `npm install` take. The folder is dist/client by default.
 */
if (import.meta.main) {
  const [, , folder = join(root, 'dist/client')] = process.argv
  buildClient(folder)
  console.log(`The client is in ${folder}: npm pack ${folder}`)
}
