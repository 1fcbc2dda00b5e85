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
import { deleteIfPresent, deleteItem, insert, put, update } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'

/** What a client says of a supplier. */
export type SupplierInput = {
  readonly name: string
  readonly contact: string
  readonly phone: string
  readonly email: string
  readonly address: string
}

/** A supplier; its name is unique. */
export type Supplier = Item & SupplierInput & { readonly id: string }

const supplierKey = (id: string): Key => collectionKey('SUPPLIER', id)

const nameKey = (name: string): Key => uniqueGuard('SUPPLIER', name)
const takeName = (name: string) =>
  insert(nameKey(name), () => new Failure('alreadyExists'))

const stale = () => new VersionConflict()

/** A live supplier. */
export const findSupplier = (id: string) => read<Supplier>(supplierKey(id))

/** Every live supplier. */
export const allSuppliers = (page?: Page) => readAll<Supplier>({ pk: 'SUPPLIER' }, page)

/** Creates a supplier. Throws `alreadyExists`. */
export async function createSupplier(input: SupplierInput) {
  const id = newId()
  const supplier: Supplier = { ...supplierKey(id), ...input, id }
  await transact([insert(supplier), takeName(input.name)], { id })
  return { id }
}

/** Changes a supplier. Throws `notFound`, `alreadyExists`. */
export const changeSupplier = (id: string, input: SupplierInput) =>
  retryOnConflict(async () => {
    const held = await findSupplier(id)
    if (!held) throw new Failure('notFound')
    await transact(
      [
        update(held, { set: input, ...named(held) }, stale),
        ...(input.name === held.name
          ? []
          : [deleteIfPresent(nameKey(held.name)), takeName(input.name)]),
      ],
      noResponse,
    )
  })

/** Deletes a supplier and frees its name. Throws `notFound`. */
export const softDeleteSupplier = (id: string) =>
  retryOnConflict(async () => {
    const held = await findSupplier(id)
    if (!held) throw new Failure('notFound')
    await transact(
      [
        deleteItem(held, named(held), stale),
        put({ ...held, ...softDeletedKey('SUPPLIER', id) }),
        deleteIfPresent(nameKey(held.name)),
      ],
      noResponse,
    )
  })

/** The name is what others hold on to; of other fields the last writer's stay. */
const named = ({ name }: Supplier) => ({ when: '#name = :was', values: { was: name } })
