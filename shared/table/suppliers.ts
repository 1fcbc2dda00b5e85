import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Page } from '../page.ts'
import { commit } from './commit.ts'
import { type Item, inCollection, type Key, retired, uniqueGuard } from './keys.ts'
import { read, readAll } from './read.ts'
import { Stale, untilFresh } from './stale.ts'
import { change, discard, insert, put, remove } from './write.ts'

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

const supplierKey = (id: string): Key => inCollection('SUPPLIER', id)

const nameKey = (name: string): Key => uniqueGuard('SUPPLIER', name)
const takeName = (name: string) => insert(nameKey(name), () => new Failure('taken'))

const stale = () => new Stale()

/** A live supplier. */
export const findSupplier = (id: string) => read<Supplier>(supplierKey(id))

/** Every live supplier. */
export const allSuppliers = (page?: Page) => readAll<Supplier>({ pk: 'SUPPLIER' }, page)

/** Creates a supplier. Throws `taken`. */
export async function createSupplier(input: SupplierInput) {
  const id = newId()
  const supplier: Supplier = { ...supplierKey(id), ...input, id }
  await commit([insert(supplier), takeName(input.name)], { id })
  return { id }
}

/** Changes a supplier. Throws `unknown`, `taken`. */
export const updateSupplier = (id: string, input: SupplierInput) =>
  untilFresh(async () => {
    const held = await findSupplier(id)
    if (!held) throw new Failure('unknown')
    await commit([
      change(held, { set: input, ...named(held) }, stale),
      ...(input.name === held.name
        ? []
        : [discard(nameKey(held.name)), takeName(input.name)]),
    ])
  })

/** Deletes a supplier and frees its name. Throws `unknown`. */
export const retireSupplier = (id: string) =>
  untilFresh(async () => {
    const held = await findSupplier(id)
    if (!held) throw new Failure('unknown')
    await commit([
      remove(held, named(held), stale),
      put({ ...held, ...retired('SUPPLIER', id) }),
      discard(nameKey(held.name)),
    ])
  })

/** The name is what others hold on to; of other fields the last writer's stay. */
const named = ({ name }: Supplier) => ({ when: '#name = :was', values: { was: name } })
