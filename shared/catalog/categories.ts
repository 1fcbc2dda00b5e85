import { Failure, required } from '../failure.ts'
import { newId } from '../ids.ts'
import {
  collectionKey,
  type Item,
  type Key,
  softDeletedKey,
} from '../platform/dynamodb/keys.ts'
import { retryOnConflict, updateUnchanged } from '../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../platform/dynamodb/read.ts'
import { softDeleteUnused } from '../platform/dynamodb/soft-delete.ts'
import { transact } from '../platform/dynamodb/transact.ts'
import { updateUnique } from '../platform/dynamodb/unique.ts'
import { conditionCheck, insert, update, type Write } from '../platform/dynamodb/write.ts'
import { transactAndRespond } from '../platform/idempotency/transact-and-respond.ts'
import { refuseLongName } from '../platform/validation/names.ts'
import { insertRecordAudit } from './catalog-audit.ts'
import type { Category, CategoryType } from './category.ts'

/** A stored category; its name is unique within its type. */
export type CategoryRecord = Item &
  Category & {
    readonly type: CategoryType
    /** Number of records that name the category; it can be deleted only at 0. */
    readonly uses: number
    /** The names that it had until then, in Unix ms, oldest first; absent for none. */
    readonly earlierNames?: readonly { readonly name: string; readonly untilMs: number }[]
  }

/** Number of earlier names that are kept: the latest ones. */
const maxEarlierNames = 100

const categoryKey = (type: CategoryType, id: string): Key =>
  collectionKey('CATEGORY', id, `${type}#`)

const updateName = (type: CategoryType, from: string | null, to: string | null) =>
  updateUnique(`CATEGORY#${type}`, from, to)

export const findCategory = (type: CategoryType, id: string) =>
  read<CategoryRecord>(categoryKey(type, id))

export const allCategories = (type: CategoryType, page?: Page) =>
  readAll<CategoryRecord>({ pk: 'CATEGORY', prefix: `${type}#` }, page)

/** The categories of products and dishes that have these ids. */
export async function categoriesByIds(ids: readonly string[]): Promise<CategoryRecord[]> {
  const keys = ids.flatMap((id) => [categoryKey('product', id), categoryKey('dish', id)])
  return (await readMany<CategoryRecord[]>(keys)).filter((each) => each !== undefined)
}

/**
 * Reads all categories, deleted ones too, and returns the name that one had at a moment, in Unix
 * ms; undefined for an unknown id.
 */
export async function readCategoryNames(): Promise<
  (id: string, ms: number) => string | undefined
> {
  const [live, deleted] = await Promise.all(
    ['CATEGORY', softDeletedKey('CATEGORY', '').pk].map((pk) =>
      readAll<CategoryRecord>({ pk }),
    ),
  )
  const byId = new Map(
    [...(deleted ?? []), ...(live ?? [])].map((each) => [each.id, each]),
  )
  return (id, ms) => {
    const { name, earlierNames } = byId.get(id) ?? {}
    return earlierNames?.find(({ untilMs }) => ms < untilMs)?.name ?? name
  }
}

/** Creates a category. Throws `alreadyExists` for its name, `invalid` for a long one. */
export async function createCategory(type: CategoryType, name: string) {
  refuseLongName(name)
  const id = newId()
  const category: CategoryRecord = { ...categoryKey(type, id), id, type, name, uses: 0 }
  await transactAndRespond(
    [
      insert(category),
      ...updateName(type, null, name),
      ...insertRecordAudit(category, null, { type, name }),
    ],
    { id },
  )
  return { id }
}

/** Renames a category. Throws `notFound`, `alreadyExists`, `invalid` for a long name. */
export const renameCategory = (
  type: CategoryType,
  id: string,
  name: string,
  nowMs: number,
) =>
  retryOnConflict(async () => {
    const current = required(await findCategory(type, id))
    refuseLongName(name, current.name)
    if (current.name !== name) {
      await transact([
        updateUnchanged(current, ['name'], {
          set: {
            name,
            earlierNames: [
              ...(current.earlierNames ?? []),
              { name: current.name, untilMs: nowMs },
            ].slice(-maxEarlierNames),
          },
        }),
        ...updateName(type, current.name, name),
        ...insertRecordAudit(current, { name: current.name }, { name }),
      ])
    }
    return { id }
  })

/** Soft-deletes a category that no record names. Throws `notFound`, `inUse`. */
export const softDeleteCategory = (type: CategoryType, id: string) =>
  retryOnConflict(async () => {
    const current = required(await findCategory(type, id))
    await transact([
      ...softDeleteUnused(current, 'CATEGORY', 'uses', ['name'], current.sk),
      ...updateName(type, current.name, null),
      ...insertRecordAudit(current, { type, name: current.name }, null),
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
