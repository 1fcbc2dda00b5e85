import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { chunkKey, splitIntoChunks } from '../../chunks.ts'
import { Failure, required } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import type { CallerIds } from '../../people/staff/live-user.ts'
import { type Chunk, joinChunks } from '../../platform/dynamodb/chunks.ts'
import { type Item, idInKey, type Key, sortableMs } from '../../platform/dynamodb/keys.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import {
  deleteIfPresent,
  insert,
  put,
  update,
  upsert,
  type Write,
} from '../../platform/dynamodb/write.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import {
  type ImportKind,
  type ImportRunInput,
  maxParts,
  type PlannedRow,
  type RefusedRow,
} from './import-run.ts'
import type { Row } from './read-rows.ts'

/** An import run as it is stored. */
export type RunRecord = Item & {
  readonly id: string
  readonly kind: ImportKind
  readonly dryRun: boolean
  /** Absent when the run does not say it. */
  readonly decimal?: ImportRunInput['decimal']
  /** Absent in runs from before it was asked for. */
  readonly confirmRights?: boolean
  readonly createdAt: string
  /** Unix seconds */
  readonly expiresAt: number
}

/** A part of a run as it is stored, with its progress. */
export type PartRecord = Item & {
  readonly part: number
  /**
   * Id of its rows' content. Another id is another content of the part, which replaces
   * this one.
   */
  readonly content: string
  /** Number of records that hold the rows. */
  readonly chunks: number
  readonly sha256: string
  /** Sender of the file. */
  readonly caller: CallerIds
  readonly ownUrls: readonly string[]
  readonly rows: number
  readonly rowsDone: number
  readonly isDone: boolean
  /** Absent for none. */
  readonly added?: number
  readonly changed?: number
  readonly refused: readonly RefusedRow[]
  readonly refusedCount: number
  /** Of a dry run; absent for none, and in parts from before it was kept. */
  readonly planned?: readonly PlannedRow[]
  /**
   * Time when it was sent, in Unix ms: the parts of a shop are imported in this order.
   * Absent in parts from before it was kept.
   */
  readonly queuedAtMs?: number
  /** Attempts since rows were last done; absent before the first. */
  readonly attempts?: number
  /** Reason why the rest of its rows is not imported; the part is done then. */
  readonly failure?: string
}

const keptForMs = 30 * 24 * 60 * 60_000

const runPartition = (id: string) => `IMPORT#${idInKey(id)}`
const runKey = (id: string): Key => ({ pk: runPartition(id), sk: 'RUN' })

const padded = (part: number) => String(part).padStart(4, '0')
const partKey = (runId: string, part: number): Key => ({
  pk: runPartition(runId),
  sk: `PART#${padded(part)}`,
})

const rowsAt = (runId: string, content: string) => ({
  pk: `IMPORT-ROWS#${idInKey(runId)}`,
  prefix: content,
})

/** Parts that wait or are imported, of all runs. */
const partition = 'IMPORT-WAITING'

type WaitingPart = Item &
  Pick<RunRecord, 'expiresAt'> &
  Pick<PartRecord, 'part'> & {
    readonly runId: string
    /** Absent in parts from before it was kept. */
    readonly content?: string
  }

const waitingKey = (
  { id, createdAt }: Pick<RunRecord, 'id' | 'createdAt'>,
  { part, queuedAtMs = Date.parse(createdAt) }: Pick<PartRecord, 'part' | 'queuedAtMs'>,
): Key => ({
  pk: partition,
  sk: `${sortableMs(queuedAtMs)}#${id}#${padded(part)}`,
})

/** Creates a run for POST /import/runs. */
export async function createRun(input: ImportRunInput, nowMs: number) {
  const id = newId()
  const { kind, dryRun, confirmRights } = input
  const run: RunRecord = {
    ...runKey(id),
    ...input,
    id,
    createdAt: isoSeconds(nowMs),
    expiresAt: Math.ceil((nowMs + keptForMs) / 1000),
  }
  await transact([
    insert(run),
    insertAuditEntry({
      kind: 'import',
      subject: { id, name: kind },
      after: { dryRun, ...(confirmRights && { confirmRights }) },
    }),
  ])
  return { id }
}

/** A run of the last 30 days with its parts, by number. Throws `notFound`. */
export async function findRun(id: string, nowMs: number) {
  const records = await readAll({ pk: runPartition(id) })
  const run = records.find(({ sk }) => sk === 'RUN') as RunRecord | undefined
  if (!run || run.expiresAt * 1000 <= nowMs) throw new Failure('notFound')
  return { run, parts: records.filter((each) => each !== run) as PartRecord[] }
}

/** The number of a part in a path. Throws `malformedPart`. */
export function partNumber(text: string): number {
  const part = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (part < 1 || part > maxParts) throw new Failure('malformedPart', { most: maxParts })
  return part
}

/**
 * Stores a part to be imported, for PUT /import/runs/{id}/parts/{n}. One that is the same and
 * not done yet goes on where it was. Throws `notFound`.
 */
export async function storePart(
  runId: string,
  part: number,
  rows: readonly Row[],
  sender: Pick<PartRecord, 'caller' | 'ownUrls'>,
  nowMs: number,
): Promise<PartRecord> {
  const { run, parts } = await findRun(runId, nowMs)
  const text = JSON.stringify(rows)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const before = parts.find((each) => each.part === part)
  if (before && !before.isDone && before.sha256 === sha256) return before
  const content = newId()
  const chunks = splitIntoChunks(gzipSync(text))
  const { expiresAt, dryRun } = run
  const fields = {
    ...sender,
    part,
    content,
    chunks: chunks.length,
    sha256,
    rows: rows.length,
    rowsDone: 0,
    isDone: false,
    refused: [],
    refusedCount: 0,
    queuedAtMs: nowMs,
    attempts: 0,
    expiresAt,
  }
  await transact([
    ...chunks.map((bytes, at) =>
      insert({ ...chunkKey(rowsAt(runId, content), at), bytes, expiresAt }),
    ),
    upsert(partKey(runId, part), { set: fields, remove: ['failure', 'planned'] }),
    put({ ...waitingKey(run, fields), runId, part, content, expiresAt }),
    insertAuditEntry({
      kind: 'import',
      subject: { id: runId, name: run.kind },
      after: { part, rows: rows.length, dryRun },
    }),
  ])
  const { failure: _ended, planned: _planned, ...kept } = before ?? {}
  return { ...kept, ...partKey(runId, part), ...fields }
}

/**
 * Returns the part that is imported, or has waited longest, with its run; undefined for none.
 */
export async function firstWaiting(nowMs: number) {
  const waiting = await readAll<WaitingPart>({ pk: partition })
  for (const each of waiting.filter(({ expiresAt }) => expiresAt * 1000 > nowMs)) {
    const { runId, part: number, content } = each
    const [run, part] = await Promise.all([
      read<RunRecord>(runKey(runId)),
      read<PartRecord>(partKey(runId, number)),
    ])
    const isWaiting = part && !part.isDone && (content ?? part.content) === part.content
    if (run && isWaiting) return { run, part }
    // The part is done, or another content has replaced it, which waits by itself
    await transact([deleteIfPresent(each)])
  }
  return undefined
}

/** The rows of a part that is not done. */
export async function readRowsOf(
  { id }: RunRecord,
  { content, chunks }: PartRecord,
): Promise<Row[]> {
  const place = rowsAt(id, content)
  const { bytes } = required(await read<Chunk>(chunkKey(place, 0)))
  const all = await joinChunks(bytes, chunks - 1, place)
  return JSON.parse(gunzipSync(all).toString()) as Row[]
}

/** Thrown when a worker imports no more rows of a part, whatever the rows are. */
export class ImportStopped extends Error {}

/** Another content of a part has replaced the one that is imported. */
export class PartReplaced extends ImportStopped {
  override name = 'PartReplaced'
}

/** Progress of a part: absolute values to set, and counts to add. */
export type Progress = {
  readonly set?: Partial<
    Pick<
      PartRecord,
      | 'rowsDone'
      | 'refused'
      | 'refusedCount'
      | 'planned'
      | 'isDone'
      | 'attempts'
      | 'failure'
    >
  >
  readonly added?: number
  readonly changed?: number
  readonly attempts?: number
}

/** Keeps the progress of a part with the rows that it imports. Fails with `PartReplaced`. */
export const updatePart = (part: PartRecord, { set = {}, ...add }: Progress): Write =>
  update(
    part,
    {
      set,
      add,
      when: '#content = :content',
      values: { content: part.content },
    },
    () => new PartReplaced(),
  )

/**
 * Returns the place of the names of a run's records, by the content of the part that
 * imported them.
 */
const namesAt = (runId: string, content = '') => ({
  pk: `IMPORT-NAMES#${idInKey(runId)}`,
  prefix: content,
})

/** As many bytes of its SHA-256 stand for a name. */
const nameBytes = 8

const hashOf = (name: string) =>
  createHash('sha256').update(name).digest().subarray(0, nameBytes)

/** The writes that keep which records a part has imported, by all names they go by. */
export const insertNamesOf = (
  { id, expiresAt }: RunRecord,
  { content }: PartRecord,
  names: Iterable<string>,
): Write[] =>
  splitIntoChunks(Buffer.concat([...names].map(hashOf))).map((bytes, at) =>
    put({ ...chunkKey(namesAt(id, content), at), bytes, expiresAt }),
  )

/** Says whether another part of the run has imported a record of this name. */
export async function namesOfOtherParts(
  { id }: RunRecord,
  { part, content }: PartRecord,
): Promise<(name: string) => boolean> {
  const [chunks, parts] = await Promise.all([
    readAll<Chunk>({ pk: namesAt(id).pk }),
    readAll<PartRecord>({ pk: runPartition(id), prefix: 'PART#' }),
  ])
  const others = parts
    .filter((each) => each.part !== part && each.content !== content)
    .map((each) => `${each.content}#`)
  const known = new Set<string>()
  for (const { sk, bytes } of chunks) {
    if (!others.some((each) => sk.startsWith(each))) continue
    const all = Buffer.from(bytes)
    for (let at = 0; at < all.length; at += nameBytes) {
      known.add(all.toString('latin1', at, at + nameBytes))
    }
  }
  return (name) => known.has(hashOf(name).toString('latin1'))
}

/** The writes that end a part: it waits no longer, and its rows are deleted. */
export const deleteRowsOf = (run: RunRecord, part: PartRecord): Write[] => [
  deleteIfPresent(waitingKey(run, part)),
  ...Array.from({ length: part.chunks }, (_, at) =>
    deleteIfPresent(chunkKey(rowsAt(run.id, part.content), at)),
  ),
]
