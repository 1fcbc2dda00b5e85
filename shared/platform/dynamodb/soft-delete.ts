import { Failure } from '../../failure.ts'
import { type Item, softDeletedKey } from './keys.ts'
import { deleteUnchanged, unchanged, versionConflict } from './optimistic-lock.ts'
import { deleteItem, put, type Write } from './write.ts'

/**
 * The writes that move a record to where no list of its collection reads it, under an
 * optimistic lock: they fail with VersionConflict if it changed.
 */
export const softDelete = <T extends Item & { readonly id: string }>(
  current: T,
  collection: string,
  attributes: readonly (keyof T & string)[],
): Write[] => [
  deleteUnchanged(current, attributes),
  put({ ...current, ...softDeletedKey(collection, current.id) }),
]

/** Soft-deletes a record that counts its uses: fails with `inUse` unless there are none. */
export function softDeleteUnused<T extends Item & { readonly id: string }>(
  current: T,
  collection: string,
  count: keyof T & string,
  attributes: readonly (keyof T & string)[],
  id = current.id,
): Write[] {
  const { when, values } = unchanged(current, attributes)
  return [
    deleteItem(
      current,
      { when: `#${count} = :none AND ${when}`, values: { ...values, none: 0 } },
      (stored) => (stored?.[count] === 0 ? versionConflict() : new Failure('inUse')),
    ),
    put({ ...current, ...softDeletedKey(collection, id) }),
  ]
}
