import { execFile } from 'node:child_process'
import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleEntries } from '../../../infra/cloud/bundling.ts'
import { bundleSizes } from '../../support/bundle-sizes.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import type { ProcessFigures } from './process.ts'
import { requests } from './requests.ts'

/** The handlers that are compared: their names, and their sources beside this file. */
const peers = [
  ['raw handler', 'raw.mjs'],
  ['middy alone', 'middy.mjs'],
  ['ours', 'ours.ts'],
  ['hono on its Lambda adapter', 'hono.mjs'],
  ["Powertools' event handler", 'powertools.mjs'],
  ['Express on a Lambda adapter', 'express.mjs'],
] as const

/** The median of several processes, and the quartiles around it. */
export type Spread = {
  readonly median: number
  readonly lower: number
  readonly upper: number
}

/** A handler's figures: processor time in microseconds a request, in ms to load. */
export type PeerFigures = {
  readonly peer: string
  readonly kilobytes: number
  readonly initMs: Spread
  readonly firstRequestMs: Spread
  readonly requestUs: Readonly<Record<string, Spread>>
}

const run = promisify(execFile)
const tokenKey = 'a key of the bench for tokens, long enough for HS256'
const frontDoorSecret = 'a-secret-of-the-front-door-of-the-bench'

/**
 * Measures the same three endpoints in every handler: bundled alike, each run in a process of
 * its own, in another order in every round. The peers are installed by npm into a folder
 * that is removed afterwards.
 */
export async function measurePeers(rounds: number): Promise<PeerFigures[]> {
  const directory = await mkdtemp(join(tmpdir(), 'pos-peers-'))
  try {
    await install(directory)
    const secretsFile = join(directory, 'secrets.json')
    await writeFile(secretsFile, JSON.stringify({ tokenKey, frontDoorSecret }))
    const sizes = bundlePeers(directory)
    const runs = new Map(peers.map(([peer]) => [peer, [] as ProcessFigures[]]))
    for (let round = 0; round < rounds; round += 1) {
      for (const [peer, source] of shuffled(peers)) {
        const bundle = join(directory, nameOf(source), 'index.mjs')
        runs.get(peer)?.push(await measureOnce(bundle, secretsFile))
      }
    }
    return peers.map(([peer, source]) => {
      const measured = runs.get(peer) ?? []
      return {
        peer,
        kilobytes: Math.round((sizes.get(nameOf(source)) ?? 0) / 1024),
        ...summaryOf(measured),
      }
    })
  } finally {
    await removeFolder(directory)
  }
}

async function install(directory: string): Promise<void> {
  await cp(join(import.meta.dirname, 'packages.json'), join(directory, 'package.json'))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', ...flags], { cwd: directory })
}

const nameOf = (source: string) => source.replace(/\.\w+$/, '')

function bundlePeers(directory: string): Map<string, number> {
  const entries = peers.map(([, source]) => ({
    in: join(import.meta.dirname, source),
    out: `${nameOf(source)}/index`,
  }))
  const nodePaths = [join(directory, 'node_modules')]
  return bundleSizes(bundleEntries(entries, directory, { nodePaths }))
}

async function measureOnce(bundle: string, secretsFile: string): Promise<ProcessFigures> {
  const program = join(import.meta.dirname, 'process.ts')
  const { stdout } = await run(process.execPath, [program, bundle], {
    env: {
      PATH: process.env.PATH,
      AWS_REGION: 'us-east-1',
      TABLE_NAME: 'bench',
      SECRETS_FILE: secretsFile,
      TOKEN_KEY: tokenKey,
      FRONT_DOOR_SECRET: frontDoorSecret,
      CORS_ORIGINS: 'https://till.shop.example',
      // As in a new Lambda.
      NODE_DISABLE_COMPILE_CACHE: '1',
    },
  })
  return JSON.parse(stdout)
}

function summaryOf(runs: readonly ProcessFigures[]) {
  const timesOf = (name: string) =>
    runs.map(({ requestMs }) => (requestMs[name] ?? Number.NaN) * 1_000)
  return {
    initMs: spreadOf(runs.map(({ initMs }) => initMs)),
    firstRequestMs: spreadOf(runs.map(({ firstRequestMs }) => firstRequestMs)),
    requestUs: Object.fromEntries(
      requests.map(({ name }) => [name, spreadOf(timesOf(name))]),
    ),
  }
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN
  return { median: at(0.5), lower: at(0.25), upper: at(0.75) }
}

const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ value }) => value)
