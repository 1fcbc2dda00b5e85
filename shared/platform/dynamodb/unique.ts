import { Failure } from '../../failure.ts'
import { uniqueGuard } from './keys.ts'
import { deleteIfPresent, insert, type Write } from './write.ts'

/**
 * Builds the writes with which a record gives up a text that is unique within a scope,
 * such as its name, and takes another; null is none, and an unchanged text needs no
 * write. They fail with `alreadyExists`. The new text's guard has `fields` as well.
 */
export function updateUnique(
  scope: string,
  from: string | null,
  to: string | null,
  fields: object = {},
): Write[] {
  if (from === to) return []
  const exists = () => new Failure('alreadyExists')
  return [
    ...(from === null ? [] : [deleteIfPresent(uniqueGuard(scope, from))]),
    ...(to === null ? [] : [insert({ ...uniqueGuard(scope, to), ...fields }, exists)]),
  ]
}
