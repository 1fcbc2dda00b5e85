import {
  collectionKey,
  type Item,
  type Key,
  softDeletedKey,
  uniqueGuard,
} from '../dynamodb/keys.ts'
import {
  retryOnConflict,
  unchanged,
  updateUnchanged,
  versionConflict,
} from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { transact } from '../dynamodb/transact.ts'
import {
  conditionCheck,
  deleteIfPresent,
  deleteItem,
  insert,
  put,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure, required } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { newId } from '../ids.ts'
import type { Category, CategoryType } from './category.ts'

/** A stored category; its name is unique within its type. */
export type CategoryRecord = Item &
  Category & {
    readonly type: CategoryType
    /** How many records name the category; it can be deleted only at 0. */
    readonly uses: number
  }

const categoryKey = (type: CategoryType, id: string): Key =>
  collectionKey('CATEGORY', id, `${type}#`)

const nameKey = (type: CategoryType, name: string): Key =>
  uniqueGuard(`CATEGORY#${type}`, name)

const insertName = (type: CategoryType, name: string) =>
  insert(nameKey(type, name), () => new Failure('alreadyExists'))

export const findCategory = (type: CategoryType, id: string) =>
  read<CategoryRecord>(categoryKey(type, id))

export const allCategories = (type: CategoryType, page?: Page) =>
  readAll<CategoryRecord>({ pk: 'CATEGORY', prefix: `${type}#` }, page)

/** Creates a category. Throws `alreadyExists` for its name. */
export async function createCategory(type: CategoryType, name: string) {
  const id = newId()
  const category: CategoryRecord = { ...categoryKey(type, id), id, type, name, uses: 0 }
  await transactAndRespond([insert(category), insertName(type, name)], { id })
  return { id }
}

/** Renames a category. Throws `notFound`, `alreadyExists`. */
export const renameCategory = (type: CategoryType, id: string, name: string) =>
  retryOnConflict(async () => {
    const current = required(await findCategory(type, id))
    if (current.name !== name) {
      await transact([
        updateUnchanged(current, ['name'], { set: { name } }),
        deleteIfPresent(nameKey(type, current.name)),
        insertName(type, name),
      ])
    }
    return { id }
  })

/** Soft-deletes a category that no record names. Throws `notFound`, `inUse`. */
export const softDeleteCategory = (type: CategoryType, id: string) =>
  retryOnConflict(async () => {
    const current = required(await findCategory(type, id))
    const { when, values } = unchanged(current, ['name'])
    await transact([
      deleteItem(
        current,
        { when: `#uses = :none AND ${when}`, values: { ...values, none: 0 } },
        (stored) => (stored?.uses === 0 ? versionConflict() : new Failure('inUse')),
      ),
      put({ ...current, ...softDeletedKey('CATEGORY', current.sk) }),
      deleteIfPresent(nameKey(type, current.name)),
    ])
  })

/** Checks that a category exists. Fails with `invalid` if there is none. */
export const checkCategory = (type: CategoryType, id: string): Write =>
  conditionCheck(categoryKey(type, id), {}, noCategory(type, id))

/**
 * The writes that count, at each category, the records that name it. They fail with
 * `invalid` for a new category that does not exist.
 */
export const updateCategoryUses = (
  type: CategoryType,
  from: readonly string[],
  to: readonly string[],
): Write[] => [
  ...to
    .filter((id) => !from.includes(id))
    .map((id) =>
      update(categoryKey(type, id), { add: { uses: 1 } }, noCategory(type, id)),
    ),
  ...from
    .filter((id) => !to.includes(id))
    .map((id) => update(categoryKey(type, id), { add: { uses: -1 } })),
]

const noCategory = (type: CategoryType, id: string) => () =>
  new Failure('invalid', { fault: `no category of type ${type} has the id ${id}` })
