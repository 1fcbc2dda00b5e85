import { isDeepStrictEqual } from 'node:util'
import { Failure, required } from '../../failure.ts'
import { newId, sortableId } from '../../ids.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import {
  collectionKey,
  type Item,
  idInKey,
  type Key,
} from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { softDelete, softDeleteUnused } from '../../platform/dynamodb/soft-delete.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { updateUnique } from '../../platform/dynamodb/unique.ts'
import {
  deleteIfPresent,
  insert,
  put,
  update,
  type Write,
} from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { refuseLongName } from '../../platform/validation/names.ts'
import { type Order, orderKey } from '../sales/orders.ts'
import type { Space, Table, TableInput } from './table.ts'

/**
 * A stored table; its name is unique within its space. It is stored twice, by id and by
 * space, in the same transactions, so that each list costs only the rows that it returns.
 */
export type TableRecord = Item &
  Table & {
    /**
     * All orders at the table, of which it names the first. Absent for a table that no bill
     * was split, merged or moved at: its clients alone say which order it names.
     */
    readonly seated?: readonly string[] | undefined
    /** Counts changes. */
    readonly version: number
  }

/**
 * Returns the orders at a table, whose first one it names. If the list begins with another
 * order, as after a write by a function of the release before, the list does not count.
 */
export const ordersAt = ({
  orderId,
  seated = [],
}: Pick<TableRecord, 'orderId' | 'seated'>): readonly string[] => {
  if (orderId === null) return []
  return seated[0] === orderId ? seated : [orderId]
}

/** A table with these orders and no others: it names the first of them, or is free. */
export const withOrders = (
  table: TableRecord,
  orderIds: readonly string[],
): TableRecord => {
  const [first] = orderIds
  return first === undefined
    ? { ...table, orderId: null, seated: undefined, status: 'available' }
    : { ...table, orderId: first, seated: orderIds }
}

/** A table after an order has left it: it names the next one, and the last one frees it. */
export const withoutOrder = (table: TableRecord, orderId: string): TableRecord =>
  withOrders(
    table,
    ordersAt(table).filter((id) => id !== orderId),
  )

/**
 * Most tables that may name one order. One transaction clears the order from all of them,
 * with two records for each table.
 */
const maxTablesOfOrder = 47

export const tableKey = (id: string): Key => collectionKey('TABLE', id)

const spacePartition = (spaceId: string) => `SPACE#${idInKey(spaceId)}`

const inSpace = (table: TableRecord): TableRecord => ({
  ...table,
  pk: spacePartition(table.spaceId),
  sk: sortableId(table.id),
})

const insertName = ({ spaceId, name }: TableRecord) =>
  updateUnique(`TABLE#${spaceId}`, null, name)

const deleteName = ({ spaceId, name }: TableRecord) =>
  updateUnique(`TABLE#${spaceId}`, name, null)

/** A table that is not deleted. */
export const findTable = (id: string) => read<TableRecord>(tableKey(id))

/** All tables that are not deleted. */
export const allTables = (page?: Page) => readAll<TableRecord>({ pk: 'TABLE' }, page)

/** The tables of a space that are not deleted. */
export const tablesOfSpace = (spaceId: string, page?: Page) =>
  readAll<TableRecord>({ pk: spacePartition(spaceId) }, page)

/**
 * Creates a table. Throws `alreadyExists` for its name, `invalid` for an unknown space or
 * order, `tooManyTables` if 47 tables name the order already.
 */
export const createTable = (input: TableInput) =>
  retryOnConflict(async () => {
    refuseLongName(input.name)
    const id = newId()
    const { status = 'available', orderId = null } = input
    const table: TableRecord = {
      ...tableKey(id),
      ...input,
      id,
      status,
      orderId,
      version: 1,
    }
    return transactAndRespond(
      [
        insert(table),
        put(inSpace(table)),
        incrementSpaceTables(table.spaceId),
        ...(await prepareNamingOrder(orderId)),
        ...insertName(table),
      ],
      { id },
    )
  })

/**
 * Changes a table, and may move it to another space. Throws `notFound`, and what
 * `createTable` throws.
 */
export const changeTable = (id: string, input: TableInput) =>
  retryOnConflict(async () => {
    const current = required(await findTable(id))
    refuseLongName(input.name, current.name)
    const { status = current.status, orderId = current.orderId } = input
    // A client that names an order, or none, replaces all that the table kept
    const seated = input.orderId === undefined ? current.seated : undefined
    const table: TableRecord = { ...current, ...input, status, orderId, seated }
    if (isDeepStrictEqual(seatedRow(table), seatedRow(current))) return
    const moves = table.spaceId !== current.spaceId
    await transact([
      ...updateTable(current, table),
      ...(await insertLostBillsAudit(current, table)),
      ...(moves
        ? [
            deleteIfPresent(inSpace(current)),
            decrementSpaceTables(current.spaceId),
            incrementSpaceTables(table.spaceId),
          ]
        : []),
      ...(orderId === current.orderId ? [] : await prepareNamingOrder(orderId)),
      ...(moves || table.name !== current.name
        ? [...deleteName(current), ...insertName(table)]
        : []),
    ])
  })

/** Fields of a table that a change may change. */
const seatedRow = ({ name, status, spaceId, orderId, seated }: TableRecord) => [
  name,
  status,
  spaceId,
  orderId,
  seated ?? [],
]

/** Soft-deletes a table, also one with an order, and frees its name. Throws `notFound`. */
export const softDeleteTable = (id: string) =>
  retryOnConflict(async () => {
    const current = required(await findTable(id))
    await transact([
      ...softDelete(current, 'TABLE', ['version']),
      ...(await insertLostBillsAudit(current, undefined)),
      deleteIfPresent(inSpace(current)),
      decrementSpaceTables(current.spaceId),
      ...deleteName(current),
    ])
  })

/**
 * Logs the open bills of a table that is freed, deleted or given another order: nobody
 * sees any more that these guests have not paid.
 */
async function insertLostBillsAudit(
  current: TableRecord,
  table: TableRecord | undefined,
): Promise<Write[]> {
  const isFreed = table?.status === 'available' && current.status !== 'available'
  const kept = table && !isFreed ? ordersAt(table) : []
  const lost = ordersAt(current).filter((id) => !kept.includes(id))
  const orders = await readMany<Order[]>(lost.map(orderKey))
  return orders.flatMap((order) =>
    order?.status === 'open' && !order.sale
      ? insertAuditEntry({
          kind: 'order',
          subject: { id: order.id, name: current.name },
          before: { ...seatValues(current), totalCents: order.totalCents },
          after: table ? seatValues(table) : null,
        })
      : [],
  )
}

const seatValues = ({ id: tableId, name: tableName, status, orderId }: TableRecord) => ({
  tableId,
  tableName,
  tableStatus: status,
  orderId,
})

/**
 * Reads the tables that name an order, and returns those that it leaves, all except the
 * one it moves to, with the writes that clear it from them. They fail with
 * `VersionConflict` if one of these tables has changed. A table that named the order in
 * the meantime has changed the order's revision. Throws `tooManyTables`.
 */
export async function prepareLeavingTables(
  orderId: string,
  exceptTableId: string | null,
) {
  const left = (await tablesNaming(orderId)).filter(({ id }) => id !== exceptTableId)
  if (left.length > maxTablesOfOrder) throw new Failure('tooManyTables')
  const writes = left.flatMap((current) =>
    current.seated
      ? updateTable(current, withoutOrder(current, orderId))
      : updateTable(current, { ...current, orderId: null }),
  )
  return { left, writes }
}

/** Returns the logged names of tables that an order leaves and never named. */
export const leftTables = (
  { tableId }: Pick<Order, 'tableId'>,
  left: readonly TableRecord[],
) => {
  const names = left.filter(({ id }) => id !== tableId).map(({ name }) => name)
  return names.length > 0 ? { leftTables: names } : {}
}

/** The tables that name an order, or keep it beside the one that they name. */
export const tablesNaming = async (orderId: string) =>
  (await allTables()).filter(namesOrder(orderId))

export const namesOrder = (orderId: string) => (table: TableRecord) =>
  ordersAt(table).includes(orderId)

/** The writes that update both records of a table that has not changed since it was read. */
export function updateTable(current: TableRecord, changed: TableRecord): Write[] {
  const table = { ...changed, version: current.version + 1 }
  const { name, status, spaceId, orderId, seated, version } = table
  const set = { name, status, spaceId, orderId, seated, version }
  const remove = seated ? [] : ['seated']
  return [updateUnchanged(current, ['version'], { set, remove }), put(inSpace(table))]
}

/**
 * Reads an order that one more table will name, and returns the write that counts this as
 * a change of the order, so that moving or deleting the order at the same time misses no
 * table. It fails with `VersionConflict` if the order has changed. Throws `invalid` for an
 * unknown order or one of the store, and `tooManyTables`.
 */
async function prepareNamingOrder(orderId: string | null): Promise<Write[]> {
  if (orderId === null) return []
  const order = await read<Order & { readonly revision: number }>(orderKey(orderId))
  if (order?.kind !== 'restaurant') {
    throw new Failure('invalid', { fault: `no restaurant order has the id ${orderId}` })
  }
  if ((await tablesNaming(orderId)).length >= maxTablesOfOrder) {
    throw new Failure('tooManyTables')
  }
  return [updateUnchanged(order, ['revision'], { add: { revision: 1 } })]
}

/** A stored space; its name is unique. */
export type SpaceRecord = Item &
  Space & {
    /** Number of tables in the space; it can be deleted only at 0. */
    readonly tables: number
  }

export const spaceKey = (id: string): Key => collectionKey('SPACE', id)

const updateName = (from: string | null, to: string | null) =>
  updateUnique('SPACE', from, to)

/** A space that is not deleted. */
export const findSpace = (id: string) => read<SpaceRecord>(spaceKey(id))

/** All spaces that are not deleted. */
export const allSpaces = (page?: Page) => readAll<SpaceRecord>({ pk: 'SPACE' }, page)

/** Creates a space. Throws `alreadyExists` for its name. */
export async function createSpace(name: string) {
  refuseLongName(name)
  const id = newId()
  const space: SpaceRecord = { ...spaceKey(id), id, name, tables: 0 }
  return transactAndRespond([insert(space), ...updateName(null, name)], { id })
}

/** Renames a space. Throws `notFound`, `alreadyExists`. */
export const renameSpace = (id: string, name: string) =>
  retryOnConflict(async () => {
    const current = required(await findSpace(id))
    if (current.name === name) return
    refuseLongName(name)
    await transact([
      updateUnchanged(current, ['name'], { set: { name } }),
      ...updateName(current.name, name),
    ])
  })

/** Soft-deletes a space that has no tables. Throws `notFound`, `inUse`. */
export const softDeleteSpace = (id: string) =>
  retryOnConflict(async () => {
    const current = required(await findSpace(id))
    await transact([
      ...softDeleteUnused(current, 'SPACE', 'tables', ['name']),
      ...updateName(current.name, null),
    ])
  })

/** Counts one more table in a space. Fails with `invalid` if there is no such space. */
export const incrementSpaceTables = (id: string): Write =>
  update(
    spaceKey(id),
    { add: { tables: 1 } },
    () => new Failure('invalid', { fault: `no space has the id ${id}` }),
  )

/** Counts one table less in a space. */
export const decrementSpaceTables = (id: string): Write =>
  update(spaceKey(id), { add: { tables: -1 } })
