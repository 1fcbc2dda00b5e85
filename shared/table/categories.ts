import type { CategoryType } from '../category-types.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Page } from '../page.ts'
import { commit } from './commit.ts'
import { type Item, inCollection, type Key, retired, uniqueGuard } from './keys.ts'
import { read, readAll } from './read.ts'
import { Stale, untilFresh } from './stale.ts'
import { change, discard, insert, put, remove, type Write } from './write.ts'

/** A category; its name is unique within its type. */
export type Category = Item & {
  readonly id: string
  readonly type: CategoryType
  readonly name: string
  /** How many live records name it; while there are any it cannot go. */
  readonly uses: number
}

const categoryKey = (type: CategoryType, id: string): Key =>
  inCollection('CATEGORY', id, `${type}#`)

const nameKey = (type: CategoryType, name: string): Key =>
  uniqueGuard(`CATEGORY#${type}`, name)

const taken = () => new Failure('taken')

/** A live category of this type. */
export const findCategory = (type: CategoryType, id: string) =>
  read<Category>(categoryKey(type, id))

/** Every live category of a type. */
export const allCategories = (type: CategoryType, page?: Page) =>
  readAll<Category>({ pk: 'CATEGORY', prefix: `${type}#` }, page)

/** Creates a category. Throws `taken`. */
export async function createCategory(type: CategoryType, name: string) {
  const id = newId()
  const category: Category = { ...categoryKey(type, id), id, type, name, uses: 0 }
  await commit([insert(category), insert(nameKey(type, name), taken)], { id })
  return { id }
}

/** Renames a category. Throws `unknown`, `taken`. */
export const renameCategory = (type: CategoryType, id: string, name: string) =>
  untilFresh(async () => {
    const category = await findCategory(type, id)
    if (!category) throw new Failure('unknown')
    if (category.name === name) return
    await commit([
      change(
        category,
        { set: { name }, when: '#name = :was', values: { was: category.name } },
        () => new Stale(),
      ),
      discard(nameKey(type, category.name)),
      insert(nameKey(type, name), taken),
    ])
  })

/** Deletes a category that nothing uses. Throws `unknown`, `inUse`. */
export const retireCategory = (type: CategoryType, id: string) =>
  untilFresh(async () => {
    const category = await findCategory(type, id)
    if (!category) throw new Failure('unknown')
    await commit([
      remove(
        category,
        {
          when: '#uses = :none AND #name = :was',
          values: { none: 0, was: category.name },
        },
        (held) => (held?.uses === 0 ? new Stale() : new Failure('inUse')),
      ),
      put({ ...category, ...retired('CATEGORY', category.sk) }),
      discard(nameKey(type, category.name)),
    ])
  })

/** Counts a use of a live category. Refuses with `invalid` when there is none. */
export const useCategory = (type: CategoryType, id: string): Write =>
  change(
    categoryKey(type, id),
    { add: { uses: 1 } },
    () =>
      new Failure('invalid', { fault: `no category of type ${type} has the id ${id}` }),
  )

/** Takes a use of a category back. */
export const leaveCategory = (type: CategoryType, id: string): Write =>
  change(categoryKey(type, id), { add: { uses: -1 } })
