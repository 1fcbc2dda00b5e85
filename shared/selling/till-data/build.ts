import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type ChunkLocation, chunkKey, splitIntoChunks } from '../../chunks.ts'
import { currentShop } from '../../current-shop.ts'
import { pause } from '../../pause.ts'
import { type Chunk, joinChunks } from '../../platform/dynamodb/chunks.ts'
import type { Key } from '../../platform/dynamodb/keys.ts'
import {
  unlessChanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { deleteIfPresent, put, upsert } from '../../platform/dynamodb/write.ts'
import { wireShape } from '../../platform/validation/wire-shape.ts'
import { readContent } from './content.ts'
import { TillData } from './till-data.ts'
import { partition, renewVersion, stepsOf } from './version.ts'

/** Latest content that was built, in chunks: the first one, and the place of the others. */
type BuildRecord = Chunk & {
  readonly version: string
  /** Releases that write other fields read none of each other's. */
  readonly layout: string
  readonly id: string
  readonly others: number
  /** Unix seconds */
  readonly expiresAt: number
}

/** Changed together with the fields of `TillData`. */
const layout = '1'

const buildKey: Key = { pk: partition, sk: `BUILD#${layout}` }
const claimKey: Key = { pk: partition, sk: `CLAIM#${layout}` }
const placeOf = (id: string): ChunkLocation => ({
  pk: partition,
  prefix: `BUILT#${id}`,
})

/** A day old, it is built anew: the clock in it and names of people do not stay for longer. */
const ttlSeconds = 24 * 60 * 60

/**
 * Longest time of a build, in ms: after that, another process that waits for it builds instead.
 */
const patienceMs = 10_000
const lookMs = 100

/** Data that this process served last, by shop. */
const kept = new Map<string, Built>()
const maxKept = 20

const building = new Map<string, Promise<Built>>()

/** Content as JSON in gzip, and the version that is in it. */
export type Built = { readonly version: string; readonly bytes: Buffer }

/**
 * Returns the content of a version or a later one: one caller builds it, all others read
 * it from the table. Throws `notFound` before the first setup.
 */
export async function builtContent(version: string): Promise<Built> {
  const { id: shop } = currentShop()
  const known = kept.get(shop)
  if (known?.version === version) return known
  const name = `${shop} ${version}`
  const running =
    building.get(name) ??
    readOrBuild(version).finally(() => {
      building.delete(name)
    })
  building.set(name, running)
  const built = await running
  kept.delete(shop)
  kept.set(shop, built)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return built
}

async function readOrBuild(version: string): Promise<Built> {
  const giveUpAtMs = Date.now() + patienceMs
  for (;;) {
    const found = await findBuild(version)
    if (found) return found
    if (await unlessChanged(() => claim(version))) return build(version)
    if (Date.now() > giveUpAtMs) return build(version)
    await pause(lookMs)
  }
}

async function findBuild(version: string): Promise<Built | undefined> {
  const record = await read<BuildRecord>(buildKey)
  if (!record || record.expiresAt * 1_000 < Date.now()) return undefined
  const isLater = stepsOf(record.version) > stepsOf(version)
  if (record.version !== version && !isLater) return undefined
  const bytes = await joinChunks(record.bytes, record.others, placeOf(record.id))
  return { version: record.version, bytes }
}

/** Fails with VersionConflict while another request builds this version. */
const claim = (version: string): Promise<void> => {
  const nowMs = Date.now()
  return transact([
    upsert(
      claimKey,
      {
        set: {
          version,
          untilMs: nowMs + patienceMs,
          expiresAt: Math.ceil(nowMs / 1_000) + 60,
        },
        when: 'attribute_not_exists(pk) OR #version <> :version OR #untilMs < :nowMs',
        values: { nowMs },
      },
      versionConflict,
    ),
  ])
}

/** Has everybody read all of a restored table anew: no change tells what it has lost. */
export async function forgetLost(): Promise<void> {
  // Torn, it may be of a later moment than the rest
  await transact([deleteIfPresent(buildKey)])
  await renewVersion()
}

const shape = wireShape(TillData)
const compress = promisify(gzip)

async function build(version: string): Promise<Built> {
  const text = JSON.stringify(shape({ version, ...(await readContent()) }))
  const bytes = await compress(text)
  const id = randomUUID()
  const [first, ...others] = splitIntoChunks(bytes)
  const expiresAt = Math.ceil(Date.now() / 1_000) + ttlSeconds
  const record: BuildRecord = {
    ...buildKey,
    version,
    layout,
    id,
    bytes: first,
    others: others.length,
    expiresAt,
  }
  for (const [at, part] of others.entries()) {
    await transact([put({ ...chunkKey(placeOf(id), at + 1), bytes: part, expiresAt })])
  }
  await transact([put(record)])
  return { version, bytes }
}
