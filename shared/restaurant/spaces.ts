import {
  collectionKey,
  type Item,
  type Key,
  softDeletedKey,
  uniqueGuard,
} from '../dynamodb/keys.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import {
  deleteIfPresent,
  deleteItem,
  insert,
  put,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'

/** A space; its name is unique. */
export type Space = Item & {
  readonly id: string
  readonly name: string
  /** How many live tables stand in it; while there are any it cannot go. */
  readonly tables: number
}

const spaceKey = (id: string): Key => collectionKey('SPACE', id)

const nameKey = (name: string): Key => uniqueGuard('SPACE', name)

const taken = () => new Failure('alreadyExists')

/** A live space. */
export const findSpace = (id: string) => read<Space>(spaceKey(id))

/** Every live space. */
export const allSpaces = (page?: Page) => readAll<Space>({ pk: 'SPACE' }, page)

/** Creates a space. Throws `alreadyExists`. */
export async function createSpace(name: string) {
  const id = newId()
  const space: Space = { ...spaceKey(id), id, name, tables: 0 }
  await transact([insert(space), insert(nameKey(name), taken)], { id })
  return { id }
}

/** Renames a space. Throws `notFound`, `alreadyExists`. */
export const renameSpace = (id: string, name: string) =>
  retryOnConflict(async () => {
    const held = await findSpace(id)
    if (!held) throw new Failure('notFound')
    if (held.name === name) return
    await transact(
      [
        update(
          held,
          { set: { name }, when: '#name = :was', values: { was: held.name } },
          () => new VersionConflict(),
        ),
        deleteIfPresent(nameKey(held.name)),
        insert(nameKey(name), taken),
      ],
      noResponse,
    )
  })

/** Deletes a space in which no table stands. Throws `notFound`, `inUse`. */
export const softDeleteSpace = (id: string) =>
  retryOnConflict(async () => {
    const held = await findSpace(id)
    if (!held) throw new Failure('notFound')
    await transact(
      [
        deleteItem(
          held,
          {
            when: '#tables = :none AND #name = :was',
            values: { none: 0, was: held.name },
          },
          (now) => (now?.tables === 0 ? new VersionConflict() : new Failure('inUse')),
        ),
        put({ ...held, ...softDeletedKey('SPACE', id) }),
        deleteIfPresent(nameKey(held.name)),
      ],
      noResponse,
    )
  })

/** Counts a table into a live space. Refuses with `invalid` when there is none. */
export const incrementSpaceTables = (id: string): Write =>
  update(
    spaceKey(id),
    { add: { tables: 1 } },
    () => new Failure('invalid', { fault: `no space has the id ${id}` }),
  )

/** Counts a table out of its space. */
export const decrementSpaceTables = (id: string): Write =>
  update(spaceKey(id), { add: { tables: -1 } })
