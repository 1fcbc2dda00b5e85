import { required } from '../failure.ts'
import { newId } from '../ids.ts'
import { collectionKey, type Item, type Key } from '../platform/dynamodb/keys.ts'
import { retryOnConflict, updateUnchanged } from '../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../platform/dynamodb/page.ts'
import { read, readAll } from '../platform/dynamodb/read.ts'
import { softDelete } from '../platform/dynamodb/soft-delete.ts'
import { transact } from '../platform/dynamodb/transact.ts'
import { updateUnique } from '../platform/dynamodb/unique.ts'
import { insert, type Write } from '../platform/dynamodb/write.ts'
import { transactAndRespond } from '../platform/idempotency/transact-and-respond.ts'
import { refuseLongName } from '../platform/validation/names.ts'
import { insertRecordAudit } from './catalog-audit.ts'
import type { SupplierInput } from './supplier.ts'

/** A stored supplier; its name is unique. */
export type SupplierRecord = Item & SupplierInput & { id: string }

const supplierKey = (id: string): Key => collectionKey('SUPPLIER', id)

const updateName = (from: string | null, to: string | null) =>
  updateUnique('SUPPLIER', from, to)

/** Changes depend on the name alone, which has a guard; of other fields the last write wins. */
const locked = ['name'] as const

export const findSupplier = (id: string) => read<SupplierRecord>(supplierKey(id))

export const allSuppliers = (page?: Page) =>
  readAll<SupplierRecord>({ pk: 'SUPPLIER' }, page)

/** Creates a supplier. Throws `alreadyExists` for its name. */
export async function createSupplier(input: SupplierInput) {
  const { supplier, writes } = prepareNewSupplier(input)
  const { id } = supplier
  return transactAndRespond(writes, { id })
}

/** A new supplier and its writes, which fail with `alreadyExists`. Throws `invalid` for a long name. */
export function prepareNewSupplier(input: SupplierInput) {
  refuseLongName(input.name)
  const id = newId()
  const supplier: SupplierRecord = { ...supplierKey(id), ...input, id }
  const writes = [
    insert(supplier),
    ...updateName(null, input.name),
    ...insertRecordAudit(supplier, null, input),
  ]
  return { supplier, writes }
}

/** Changes a supplier. Throws `notFound`, and `alreadyExists` for its new name. */
export const changeSupplier = (id: string, input: SupplierInput) =>
  retryOnConflict(async () => {
    const current = required(await findSupplier(id))
    await transact(updateSupplier(current, input))
    return { id }
  })

/** The writes that change a supplier; they fail with `alreadyExists` for its new name. Throws `invalid` for a long one. */
export const updateSupplier = (
  current: SupplierRecord,
  input: SupplierInput,
): Write[] => {
  refuseLongName(input.name, current.name)
  return [
    updateUnchanged(current, locked, { set: input }),
    ...updateName(current.name, input.name),
    ...insertRecordAudit(current, current, input),
  ]
}

/** Soft-deletes a supplier and frees its name. Throws `notFound`. */
export const softDeleteSupplier = (id: string) =>
  retryOnConflict(async () => {
    const current = required(await findSupplier(id))
    const { pk: _pk, sk: _sk, id: _id, ...values } = current
    await transact([
      ...softDelete(current, 'SUPPLIER', locked),
      ...updateName(current.name, null),
      ...insertRecordAudit(current, values, null),
    ])
  })
