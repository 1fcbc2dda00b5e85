import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Page } from '../page.ts'
import { commit } from './commit.ts'
import { type Item, inCollection, type Key, retired, uniqueGuard } from './keys.ts'
import { read, readAll } from './read.ts'
import { Stale, untilFresh } from './stale.ts'
import { change, discard, insert, put, remove, type Write } from './write.ts'

/** A space; its name is unique. */
export type Space = Item & {
  readonly id: string
  readonly name: string
  /** How many live tables stand in it; while there are any it cannot go. */
  readonly tables: number
}

const spaceKey = (id: string): Key => inCollection('SPACE', id)

const nameKey = (name: string): Key => uniqueGuard('SPACE', name)

const taken = () => new Failure('taken')

/** A live space. */
export const findSpace = (id: string) => read<Space>(spaceKey(id))

/** Every live space. */
export const allSpaces = (page?: Page) => readAll<Space>({ pk: 'SPACE' }, page)

/** Creates a space. Throws `taken`. */
export async function createSpace(name: string) {
  const id = newId()
  const space: Space = { ...spaceKey(id), id, name, tables: 0 }
  await commit([insert(space), insert(nameKey(name), taken)], { id })
  return { id }
}

/** Renames a space. Throws `unknown`, `taken`. */
export const renameSpace = (id: string, name: string) =>
  untilFresh(async () => {
    const held = await findSpace(id)
    if (!held) throw new Failure('unknown')
    if (held.name === name) return
    await commit([
      change(
        held,
        { set: { name }, when: '#name = :was', values: { was: held.name } },
        () => new Stale(),
      ),
      discard(nameKey(held.name)),
      insert(nameKey(name), taken),
    ])
  })

/** Deletes a space in which no table stands. Throws `unknown`, `inUse`. */
export const retireSpace = (id: string) =>
  untilFresh(async () => {
    const held = await findSpace(id)
    if (!held) throw new Failure('unknown')
    await commit([
      remove(
        held,
        {
          when: '#tables = :none AND #name = :was',
          values: { none: 0, was: held.name },
        },
        (now) => (now?.tables === 0 ? new Stale() : new Failure('inUse')),
      ),
      put({ ...held, ...retired('SPACE', id) }),
      discard(nameKey(held.name)),
    ])
  })

/** Counts a table into a live space. Refuses with `invalid` when there is none. */
export const enterSpace = (id: string): Write =>
  change(
    spaceKey(id),
    { add: { tables: 1 } },
    () => new Failure('invalid', { fault: `no space has the id ${id}` }),
  )

/** Counts a table out of its space. */
export const leaveSpace = (id: string): Write =>
  change(spaceKey(id), { add: { tables: -1 } })
