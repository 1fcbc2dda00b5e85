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
import type { CategoryType } from './category.ts'

/** A category; its name is unique within its type. */
export type Category = Item & {
  readonly id: string
  readonly type: CategoryType
  readonly name: string
  /** How many live records name it; while there are any it cannot go. */
  readonly uses: number
}

const categoryKey = (type: CategoryType, id: string): Key =>
  collectionKey('CATEGORY', id, `${type}#`)

const nameKey = (type: CategoryType, name: string): Key =>
  uniqueGuard(`CATEGORY#${type}`, name)

const taken = () => new Failure('alreadyExists')

/** A live category of this type. */
export const findCategory = (type: CategoryType, id: string) =>
  read<Category>(categoryKey(type, id))

/** Every live category of a type. */
export const allCategories = (type: CategoryType, page?: Page) =>
  readAll<Category>({ pk: 'CATEGORY', prefix: `${type}#` }, page)

/** Creates a category. Throws `alreadyExists`. */
export async function createCategory(type: CategoryType, name: string) {
  const id = newId()
  const category: Category = { ...categoryKey(type, id), id, type, name, uses: 0 }
  await transact([insert(category), insert(nameKey(type, name), taken)], { id })
  return { id }
}

/** Renames a category. Throws `notFound`, `alreadyExists`. */
export const renameCategory = (type: CategoryType, id: string, name: string) =>
  retryOnConflict(async () => {
    const category = await findCategory(type, id)
    if (!category) throw new Failure('notFound')
    if (category.name === name) return
    await transact(
      [
        update(
          category,
          { set: { name }, when: '#name = :was', values: { was: category.name } },
          () => new VersionConflict(),
        ),
        deleteIfPresent(nameKey(type, category.name)),
        insert(nameKey(type, name), taken),
      ],
      noResponse,
    )
  })

/** Deletes a category that nothing uses. Throws `notFound`, `inUse`. */
export const softDeleteCategory = (type: CategoryType, id: string) =>
  retryOnConflict(async () => {
    const category = await findCategory(type, id)
    if (!category) throw new Failure('notFound')
    await transact(
      [
        deleteItem(
          category,
          {
            when: '#uses = :none AND #name = :was',
            values: { none: 0, was: category.name },
          },
          (held) => (held?.uses === 0 ? new VersionConflict() : new Failure('inUse')),
        ),
        put({ ...category, ...softDeletedKey('CATEGORY', category.sk) }),
        deleteIfPresent(nameKey(type, category.name)),
      ],
      noResponse,
    )
  })

/** Counts a use of a live category. Refuses with `invalid` when there is none. */
export const incrementCategoryUses = (type: CategoryType, id: string): Write =>
  update(
    categoryKey(type, id),
    { add: { uses: 1 } },
    () =>
      new Failure('invalid', { fault: `no category of type ${type} has the id ${id}` }),
  )

/** Takes a use of a category back. */
export const decrementCategoryUses = (type: CategoryType, id: string): Write =>
  update(categoryKey(type, id), { add: { uses: -1 } })
