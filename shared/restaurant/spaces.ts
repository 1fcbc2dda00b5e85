import { collectionKey, type Item, type Key } from '../dynamodb/keys.ts'
import { retryOnConflict, updateUnchanged } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { softDeleteUnused } from '../dynamodb/soft-delete.ts'
import { transact } from '../dynamodb/transact.ts'
import { updateUnique } from '../dynamodb/unique.ts'
import { insert, update, type Write } from '../dynamodb/write.ts'
import { Failure, required } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { newId } from '../ids.ts'
import type { Space } from './table.ts'

/** A stored space; its name is unique. */
export type SpaceRecord = Item &
  Space & {
    /** How many tables are in the space; it can be deleted only at 0. */
    readonly tables: number
  }

const spaceKey = (id: string): Key => collectionKey('SPACE', id)

const updateName = (from: string | null, to: string | null) =>
  updateUnique('SPACE', from, to)

/** A space that is not deleted. */
export const findSpace = (id: string) => read<SpaceRecord>(spaceKey(id))

/** All spaces that are not deleted. */
export const allSpaces = (page?: Page) => readAll<SpaceRecord>({ pk: 'SPACE' }, page)

/** Creates a space. Throws `alreadyExists` for its name. */
export async function createSpace(name: string) {
  const id = newId()
  const space: SpaceRecord = { ...spaceKey(id), id, name, tables: 0 }
  return transactAndRespond([insert(space), ...updateName(null, name)], { id })
}

/** Renames a space. Throws `notFound`, `alreadyExists`. */
export const renameSpace = (id: string, name: string) =>
  retryOnConflict(async () => {
    const current = required(await findSpace(id))
    if (current.name === name) return
    await transact([
      updateUnchanged(current, ['name'], { set: { name } }),
      ...updateName(current.name, name),
    ])
  })

/** Soft-deletes a space that has no tables. Throws `notFound`, `inUse`. */
export const softDeleteSpace = (id: string) =>
  retryOnConflict(async () => {
    const current = required(await findSpace(id))
    await transact([
      ...softDeleteUnused(current, 'SPACE', 'tables', ['name']),
      ...updateName(current.name, null),
    ])
  })

/** Counts one more table in a space. Fails with `invalid` if there is no such space. */
export const incrementSpaceTables = (id: string): Write =>
  update(
    spaceKey(id),
    { add: { tables: 1 } },
    () => new Failure('invalid', { fault: `no space has the id ${id}` }),
  )

/** Counts one table less in a space. */
export const decrementSpaceTables = (id: string): Write =>
  update(spaceKey(id), { add: { tables: -1 } })
