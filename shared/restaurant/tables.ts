import {
  collectionKey,
  type Item,
  idInKey,
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
import { type Order, orderKey } from '../sales/orders.ts'
import { decrementSpaceTables, incrementSpaceTables } from './spaces.ts'
import type { TableStatus } from './table.ts'

/** What a client says of a table; in an update, what is undefined stays as it is. */
export type TableInput = {
  readonly name: string
  readonly status?: TableStatus | undefined
  readonly spaceId: string
  readonly orderId?: string | null | undefined
}

/**
 * A table of a restaurant; its name is unique within its space. It is stored twice, by id
 * and by space, in the same transactions: so each list costs the rows that it returns.
 */
export type Table = Item & {
  readonly id: string
  readonly name: string
  readonly status: TableStatus
  readonly spaceId: string
  readonly orderId: string | null
  /** Counts changes. */
  readonly version: number
}

/** So many can all let go of an order in one transaction, each with two records. */
const mostNaming = 48

export const tableKey = (id: string): Key => collectionKey('TABLE', id)

const spacePartition = (spaceId: string) => `SPACE#${idInKey(spaceId)}`

const inSpace = (table: Table): Table => ({
  ...table,
  pk: spacePartition(table.spaceId),
  sk: table.id,
})

const nameKey = ({ spaceId, name }: Pick<Table, 'spaceId' | 'name'>): Key =>
  uniqueGuard(`TABLE#${spaceId}`, name)

const takeName = (table: Table) =>
  insert(nameKey(table), () => new Failure('alreadyExists'))

const stale = () => new VersionConflict()

/** A live table. */
export const findTable = (id: string) => read<Table>(tableKey(id))

/** Every live table. */
export const allTables = (page?: Page) => readAll<Table>({ pk: 'TABLE' }, page)

/** The live tables of a space. */
export const tablesOfSpace = (spaceId: string, page?: Page) =>
  readAll<Table>({ pk: spacePartition(spaceId) }, page)

/**
 * Creates a table. Throws `alreadyExists`, `invalid` for an unknown space or order,
 * `tooManyTables` for an order that other tables name.
 */
export const createTable = (input: TableInput) =>
  retryOnConflict(async () => {
    const id = newId()
    const { status = 'available', orderId = null } = input
    const table: Table = { ...tableKey(id), ...input, id, status, orderId, version: 1 }
    await transact(
      [
        insert(table),
        put(inSpace(table)),
        incrementSpaceTables(table.spaceId),
        ...(await nameOrder(orderId)),
        takeName(table),
      ],
      { id },
    )
    return { id }
  })

/** Changes a table, which may move it. Throws `notFound`, and what creation throws. */
export const changeTable = (id: string, input: TableInput) =>
  retryOnConflict(async () => {
    const held = await findTable(id)
    if (!held) throw new Failure('notFound')
    const { status = held.status, orderId = held.orderId } = input
    const wanted = { ...input, status, orderId }
    const table: Table = { ...held, ...wanted, version: held.version + 1 }
    const moves = table.spaceId !== held.spaceId
    await transact(
      [
        ...rewrite(held, table),
        ...(moves
          ? [
              deleteIfPresent(inSpace(held)),
              decrementSpaceTables(held.spaceId),
              incrementSpaceTables(table.spaceId),
            ]
          : []),
        ...(orderId === held.orderId ? [] : await nameOrder(orderId)),
        ...(moves || table.name !== held.name
          ? [deleteIfPresent(nameKey(held)), takeName(table)]
          : []),
      ],
      noResponse,
    )
  })

/** Deletes a table, whatever sits there, and frees its name. Throws `notFound`. */
export const softDeleteTable = (id: string) =>
  retryOnConflict(async () => {
    const held = await findTable(id)
    if (!held) throw new Failure('notFound')
    await transact(
      [
        deleteItem(held, unchanged(held), stale),
        put({ ...held, ...softDeletedKey('TABLE', id) }),
        deleteIfPresent(inSpace(held)),
        decrementSpaceTables(held.spaceId),
        deleteIfPresent(nameKey(held)),
      ],
      noResponse,
    )
  })

/**
 * The writes after which no table names an order, but the one that it sits at from now
 * on. They refuse with `Stale` when one of the tables was changed meanwhile; a table that
 * took the order meanwhile changed its revision.
 */
export async function releaseOrder(
  orderId: string,
  staysAt: string | null,
): Promise<Write[]> {
  const leaving = (await tablesNaming(orderId)).filter(({ id }) => id !== staysAt)
  if (leaving.length > mostNaming) throw new Failure('tooManyTables')
  return leaving.flatMap((held) =>
    rewrite(held, { ...held, orderId: null, version: held.version + 1 }),
  )
}

const tablesNaming = (orderId: string) =>
  readAll<Table>({ pk: 'TABLE', where: (table: Table) => table.orderId === orderId })

/** Writes both records of a table that is still as it was read. */
function rewrite(held: Table, table: Table): Write[] {
  const { name, status, spaceId, orderId, version } = table
  const set = { name, status, spaceId, orderId, version }
  return [update(held, { set, ...unchanged(held) }, stale), put(inSpace(table))]
}

const unchanged = ({ version }: Table) => ({
  when: '#version = :seen',
  values: { seen: version },
})

/**
 * The writes that let one more table name an order. They count as a change of the order,
 * so that its move or deletion at the same moment misses no table, and refuse with `Stale`
 * when it was changed since its tables were read. Throws `invalid` when the order is not a
 * restaurant's, `tooManyTables`.
 */
async function nameOrder(orderId: string | null): Promise<Write[]> {
  if (orderId === null) return []
  const order = await read<Order & { readonly revision: number }>(orderKey(orderId))
  if (order?.kind !== 'restaurant') {
    throw new Failure('invalid', { fault: `no restaurant order has the id ${orderId}` })
  }
  if ((await tablesNaming(orderId)).length >= mostNaming) {
    throw new Failure('tooManyTables')
  }
  return [
    update(
      order,
      {
        add: { revision: 1 },
        when: '#revision = :seen',
        values: { seen: order.revision },
      },
      stale,
    ),
  ]
}
