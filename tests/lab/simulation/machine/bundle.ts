import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import vm from 'node:vm'
import { build, type Plugin } from 'esbuild'
import type { Mutation } from '../planted/mutation.ts'
import { startMs } from './scheduler.ts'
import { statelessModules } from './stateless.ts'
import { subtle } from './subtle.ts'

const root = join(import.meta.dirname, '../../../..')

/** The functions that are simulated. */
export const functionNames = [
  'setup',
  'auth',
  'store-orders',
  'orders',
  'dishes',
  'categories',
  'spaces',
  'tables',
  'products',
  'payments',
  'quotes',
  'unmatched-payments',
  'tickets',
  'roles',
  'users',
  'shifts',
  'printers',
  'agents',
  'tunnel',
  'webhook',
  'watchers',
  'fan-out',
  'replays',
  'bills',
  'refunds',
  'taxes',
  'config',
  'till-data',
  'general',
  'audit',
  'webhooks',
  'stream',
  'deliveries',
] as const
export type FunctionName = (typeof functionNames)[number] | 'agent' | 'page'

/** The modules of the on-site agent that run without sockets. */
const agentFiles = [
  'cloud',
  'jobs/journal',
  'jobs/outcomes',
  'jobs/run-job',
  'jobs/pull',
  'printers/printer',
].map((name) => `print-agent/${name}.ts`)

/** The modules of an open till that keep what it knows, and its client. */
const pageFiles = ['shared/client/connect.ts', 'pages/till/shop/follow.ts']

/** Packages that keep no state of ours, see no clock and draw nothing at random. */
const external = [
  'zod',
  '@aws-sdk/*',
  '@smithy/*',
  '@resvg/*',
  'image-dimensions',
  'light-bolt11-decoder',
  'qrcode',
]

const requireOfRoot = createRequire(join(root, 'package.json'))

/**
 * In the place of the bundler's, which copy each module's names for everybody who imports
 * it: one namespace of a module for all.
 */
const helpers = `
__toESM = ((made) => (module) => {
  if (module.__esModule) return module;
  if (!made.has(module)) made.set(module, __copyProps({ default: module }, module));
  return made.get(module);
})(new WeakMap());
__toCommonJS = (module) => module;
`

/** Globals that a bundle's code takes instead of the process's own. */
export const globals = [
  'require',
  'module',
  'exports',
  'process',
  'console',
  'crypto',
  'Date',
  'Math',
  'AbortSignal',
  'setTimeout',
  'clearTimeout',
  'fetch',
  'performance',
  'setInterval',
  'clearInterval',
  'WebSocket',
] as const

type Handlers = Readonly<Record<FunctionName, () => { handler: Handler }>>
export type Handler = (event: unknown, context: unknown) => Promise<unknown>

/** Makes a new instance's modules: new ones, except those that keep no state. */
export type Evaluate = (globalValues: readonly unknown[]) => Handlers

/** Tokens last longer than a simulation, so the first moment is good enough for them. */
class DateAtStart extends Date {
  constructor(...given: [number]) {
    super(...((given.length > 0 ? given : [startMs]) as [number]))
  }
  static override now = () => startMs
}

/** A package that keeps no state but costs time to evaluate. */
const tokens = 'jose'

/**
 * Bundles the handlers, at will with a mutation of the sources. Declarations and other
 * modules without state are evaluated once, which makes an instance cheap.
 */
export async function bundleHandlers(mutation?: Mutation): Promise<Evaluate> {
  const entryPoints = functionNames.map((name) => `functions/${name}/handler.ts`)
  const shared = [...statelessModules(root, entryPoints), tokens]
  const mutated = mutation ? mutating(mutation) : []
  const declared = await bundled(shared, mutated)
  const module = { exports: {} as Record<string, () => unknown> }
  const own = [requireOfRoot, module, module.exports, process, console, { subtle }]
  const clocks = [setTimeout, clearTimeout, fetch, performance]
  declared(...own, DateAtStart, Math, AbortSignal, ...clocks)
  const registry = new Map(shared.map((name) => [name, module.exports[name]?.()]))

  const isShared = new Set(shared)
  const handlers = await bundled(
    entryPoints,
    [...mutated, leaveOut(isShared)],
    [...external, tokens],
  )
  const agent = await bundled(agentFiles, mutated)
  const page = await bundled(pageFiles, mutated)
  return (values) => {
    const [require, ...others] = values as [NodeJS.Require, ...unknown[]]
    const load = (name: string) => registry.get(name) ?? require(name)
    const ofFunctions = functionNames.map((name) => [
      name,
      () => {
        const instance = { exports: {} as Record<string, () => { handler: Handler }> }
        handlers(load, instance, instance.exports, ...others)
        return instance.exports[`functions/${name}/handler.ts`]?.()
      },
    ])
    return {
      ...Object.fromEntries(ofFunctions),
      agent: () => ({ handler: async () => modulesOf(agentFiles, agent, values) }),
      page: () => ({ handler: async () => modulesOf(pageFiles, page, values) }),
    } as Handlers
  }
}

/** Returns the exports of a program's modules, together, once it has started. */
function modulesOf(
  files: readonly string[],
  script: (...values: unknown[]) => void,
  [require, ...others]: readonly unknown[],
): object {
  const program = { exports: {} as Record<string, () => object> }
  script(require, program, program.exports, ...others)
  return Object.assign({}, ...files.map((file) => program.exports[file]?.()))
}

/** Builds a script whose exports load the files, each when it is first used. */
async function bundled(
  files: readonly string[],
  plugins: readonly Plugin[],
  left: readonly string[] = external,
) {
  const contents = files
    .map(
      (file) =>
        `exports['${file}'] = () => require('${file === tokens ? '' : './'}${file}')`,
    )
    .join('\n')
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root, loader: 'js' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    write: false,
    external: [...left],
    plugins: [...plugins],
    footer: { js: helpers },
    // A file beside the bundle is looked for, which pictures alone need.
    logOverride: { 'empty-import-meta': 'silent' },
  })
  const code = outputFiles[0]?.text ?? ''
  const script = new vm.Script(`(function (${globals.join(', ')}) {${code}\n})`)
  return script.runInThisContext() as (...values: unknown[]) => void
}

const leaveOut = (files: ReadonlySet<string>): Plugin => ({
  name: 'stateless modules',
  setup: (setup) => {
    setup.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const name = relative(root, join(resolveDir, path))
      return files.has(name) ? { path: name, external: true } : undefined
    })
  },
})

const mutating = ({ file, from, to }: Mutation): Plugin[] => [
  {
    name: 'mutation',
    setup: (setup) => {
      setup.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (relative(root, path) !== file) return undefined
        const source = readFileSync(path, 'utf8')
        if (source.split(from).length !== 2) {
          throw new Error(`${file} does not have this text once: ${from}`)
        }
        return { contents: source.replace(from, () => to), loader: 'ts' }
      })
    },
  },
]
