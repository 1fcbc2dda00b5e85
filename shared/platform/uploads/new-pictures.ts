import { Failure } from '../../failure.ts'
import type { Item } from '../dynamodb/keys.ts'
import { readAll } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import { deleteIfPresent, put, upsert } from '../dynamodb/write.ts'

/** The pictures of one form, until it is known a day later which of them records name. */
export type NewPictures = Item & {
  /** Paths at the API, such as `/uploads/2026-11-21/<id>.png`. */
  readonly paths: readonly string[]
}

const partition = 'NEW-PICTURES'

/** Bytes that one caller may upload on a day of UTC. */
const mostBytesADay = 50 * 1024 * 1024

/** The count of a day outlives it, for clocks that are behind. */
const keptSeconds = 48 * 60 * 60

/** A form of pictures that are to be stored. */
type Form = {
  /** The form's id, which repeats with the request. */
  readonly id: string
  /** The caller's id; an address before there are callers. */
  readonly owner: string
  readonly day: string
  readonly nowMs: number
  readonly paths: readonly string[]
  readonly bytes: number
}

/**
 * Counts pictures for their owner's day and records them as new. It comes before they are
 * stored, so that none is stored that is not counted. Throws `uploadsUsedUp`.
 */
export const recordNewPictures = ({ id, owner, day, nowMs, paths, bytes }: Form) =>
  transact([
    upsert(
      { pk: `UPLOADED#${day}`, sk: owner },
      {
        add: { bytes },
        set: { expiresAt: Math.ceil(nowMs / 1_000) + keptSeconds },
        when: 'attribute_not_exists(#bytes) OR #bytes <= :most',
        values: { most: mostBytesADay - bytes },
      },
      () => new Failure('uploadsUsedUp'),
    ),
    put({
      pk: partition,
      sk: `${new Date(nowMs).toISOString()}#${id}`,
      paths,
    } satisfies NewPictures),
  ])

const dayMs = 24 * 60 * 60_000

/** Pictures that were uploaded more than a day ago, and have not been looked at since. */
export const dayOldPictures = (nowMs: number) =>
  readAll<NewPictures>({
    pk: partition,
    between: ['0', new Date(nowMs - dayMs).toISOString()],
  })

/** Pictures count as new no more. */
export const forgetNewPictures = (pictures: NewPictures) =>
  transact([deleteIfPresent(pictures)])
