import { guardsOf } from '../../catalog/codes.ts'
import type { ProductRecord } from '../../catalog/products.ts'
import { variantsOf } from '../../catalog/variants.ts'
import { payoutTerms } from '../../lightning/node/invoice.ts'
import type { AuditRecord } from '../../people/audit/audit-trail.ts'
import { tillPartition } from '../../people/tills/till-records.ts'
import { type Item, type Key, uniqueGuard } from '../../platform/dynamodb/keys.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { readAll, readMany } from '../../platform/dynamodb/read.ts'
import type { OpenPayout, PaymentPayoutRecord } from '../../selling/refunds/payouts.ts'
import {
  findOrders,
  type Order,
  type OrderKind,
  orderKey,
} from '../../selling/sales/orders.ts'
import {
  invoiceKey,
  isPaymentHash,
  notificationKey,
  refundGuardKey,
  saleKey,
} from '../../selling/sales/payment-hashes.ts'
import { numberKey, type TillDay } from '../../selling/sales/till-day.ts'
import type { PartRecord } from '../../selling/shifts/parts.ts'

/** Records of one kind: the rows that are listed, and the records that belong to each. */
export type ExportedKind = {
  /** The partition or the list; part of cursors. */
  readonly name: string
  readonly rows: (page: Page) => Promise<readonly Item[]>
  readonly placeOf: (row: Item) => string
  /** All records of some rows, those of each row together. */
  readonly recordsOf: (rows: readonly Item[]) => Promise<readonly (readonly Item[])[]>
}

type Row = Key & Readonly<Record<string, string>>

/** The records that belong to a collection's rows. */
type Beside = {
  /** The unique texts of a row, as scope and text. */
  readonly guards?: (row: Row) => readonly (readonly [string, string])[]
  /** With the records of the row's partition. */
  readonly keys?: (row: Row, others: readonly Item[]) => readonly Key[]
  /** A partition of its own. */
  readonly partition?: (row: Row) => string
  /** The rows that are exported; all by default. */
  readonly only?: readonly string[]
}

const collection = (pk: string, beside: Beside = {}): ExportedKind => ({
  name: pk,
  rows: (page) =>
    readAll(
      { pk, where: beside.only && (({ sk }: Item) => beside.only?.includes(sk) ?? true) },
      page,
    ),
  placeOf: ({ sk }) => sk,
  recordsOf: async (rows) =>
    besideRows(rows, async (row) => {
      const { guards, keys, partition } = beside
      const of = row as unknown as Row
      const guardKeys =
        guards?.(of).map(([scope, text]) => uniqueGuard(scope, text)) ?? []
      const others = partition ? await readAll({ pk: partition(of) }) : []
      return { keys: [...guardKeys, ...(keys?.(of, others) ?? [])], others }
    }),
})

/** Reads the records that belong to rows by their keys, in one batch. */
async function besideRows(
  rows: readonly Item[],
  of: (row: Item) => Promise<{ keys: readonly Key[]; others: readonly Item[] }>,
): Promise<(readonly Item[])[]> {
  const all = await Promise.all(rows.map(of))
  const found = await readMany<Item[]>(all.flatMap(({ keys }) => keys))
  let at = 0
  return rows.map((row, index) => {
    const { keys = [], others = [] } = all[index] ?? {}
    const beside = found.slice(at, at + keys.length)
    at += keys.length
    return [row, ...others, ...beside.filter((each) => each !== undefined)]
  })
}

/** Orders are listed by an index, which does not have all their attributes. */
const orders = (kind: OrderKind): ExportedKind => ({
  name: `ORDER-${kind}`,
  rows: (page) => findOrders(kind, {}, { page, oldestFirst: true }),
  placeOf: ({ listedAt }) => String(listedAt),
  recordsOf: async (rows) => {
    const found = await readMany<Order[]>(rows.map(({ id }) => orderKey(String(id))))
    const read = found.filter((order) => order !== undefined)
    const records = await besideRows(read, async (order) => ({
      keys: keysBesideOrder(order as Order),
      others: [],
    }))
    const byId = new Map(read.map(({ id }, index) => [id, records[index] ?? []]))
    return rows.map(({ id }) => byId.get(String(id)) ?? [])
  },
})

type MayBePrepaid = { readonly prepaid?: readonly { readonly paymentHash: string }[] }

/** Payment hashes of an order: its payments, those held for its bill, and its refunds. */
const hashesOf = (order: Order): string[] => [
  ...order.payments.flatMap(({ lightning }) => lightning?.paymentHash ?? []),
  ...((order as MayBePrepaid).prepaid ?? []).map(({ paymentHash }) => paymentHash),
  ...(order.sale?.refunds ?? []).flatMap(
    ({ invoice }) => (invoice && payoutTerms(invoice)?.paymentHash) || [],
  ),
]

/** The records that keep an order from being paid or refunded twice. */
const keysBesideOrder = (order: Order): Key[] => [
  ...hashesOf(order).flatMap(hashKeys),
  ...numberKeys(order.sale),
  ...(order.settlementId === undefined ? [] : [orderKey(order.settlementId)]),
]

/**
 * Key of a number's record, if the sale has one: the record keeps the number from being
 * given twice.
 */
const numberKeys = (sale: Order['sale']): Key[] =>
  sale?.number === undefined ? [] : [numberKey(sale.series ?? '', sale.number)]

/** The records of numbers that were confirmed as unused in a part of a till's day. */
const unusedKeys = (series: string, { unused = [] }: Pick<TillDay, 'unused'>): Key[] =>
  unused.map(({ number }) => numberKey(series, number))

/** Payment hashes of a payout: that of its invoice, and of the payment it returns. */
const hashesOfPayout = ({ paymentHash, ...payout }: OpenPayout): string[] => {
  const { ofPayment } = payout as Partial<PaymentPayoutRecord>
  return [paymentHash, ...(ofPayment ? [ofPayment.paymentHash] : [])]
}

const hashKeys = (paymentHash: string): Key[] =>
  [saleKey, notificationKey, invoiceKey, refundGuardKey].map((key) => key(paymentHash))

/** Returns the payment of an entry, such as a dismissed or refunded one. */
const hashOfEntry = ({ subjectId }: AuditRecord): string[] =>
  subjectId !== null && isPaymentHash(subjectId) ? [subjectId] : []

/** The guard of a name; records of earlier releases may lack a field. */
const named = (scope: string): Beside => ({ guards: ({ name = '' }) => [[scope, name]] })

const productGuards = (row: Row) => guardsOf(variantsOf(row as unknown as ProductRecord))

/** The records of dishes' use are spread over these. */
const dishUse = Array.from({ length: 64 }, (_, n) => collection(`DISH-USE#${n}`))

/** Collections whose deleted records the books still name. */
const softDeleted = [
  'USER',
  'ROLE',
  'PRODUCT',
  'CATEGORY',
  'DISH',
  'SUPPLIER',
  'SPACE',
  'TABLE',
  'SHIFT',
]

/** All exported kinds, in the order of the file. */
export const exportedKinds: readonly ExportedKind[] = [
  collection('SHOP', { only: ['CONFIG', 'BASE-CURRENCY', 'STAFF', 'OPEN-SHIFT'] }),
  collection('ROLE', named('ROLE')),
  collection('USER', named('USER')),
  collection('TAXES'),
  collection('MODIFIERS'),
  collection('CATEGORY', {
    guards: ({ type, name = '' }) => [[`CATEGORY#${type}`, name]],
  }),
  collection('PRODUCT', { guards: productGuards }),
  collection('UNITS-OWED'),
  collection('BELOW-ZERO'),
  collection('DISH'),
  ...dishUse,
  collection('PENDING-DISH-COUNTS'),
  collection('INGREDIENT'),
  collection('SUPPLIER', named('SUPPLIER')),
  collection('SPACE', { ...named('SPACE'), partition: ({ id }) => `SPACE#${id}` }),
  collection('TABLE', {
    guards: ({ spaceId, name = '' }) => [[`TABLE#${spaceId}`, name]],
  }),
  collection('PRINTER', {
    guards: ({ printerType, printerName }) =>
      printerName ? [[`PRINTER#${printerType}`, printerName]] : [],
  }),
  collection('TEMPLATE', named('TEMPLATE')),
  collection('PAY-CODE', named('PAY-CODE')),
  collection('PAY-CODES'),
  collection('TILL', {
    partition: ({ id }) => tillPartition(id ?? ''),
    keys: ({ series = '' }, others) =>
      (others as TillDay[]).flatMap((each) => unusedKeys(series, each)),
  }),
  collection('TILLS'),
  collection('DAY'),
  collection('SHIFT', { partition: ({ id }) => `SHIFT-CASH#${id}` }),
  collection('Z-REPORT', {
    partition: ({ number }) => `Z-PART#${number}`,
    keys: (_, parts) =>
      (parts as PartRecord[]).flatMap(({ till, day }) => unusedKeys(till.series, day)),
  }),
  orders('store'),
  orders('restaurant'),
  collection('TICKET'),
  collection('PAYMENT'),
  collection('REFUND'),
  collection('PAYOUT', {
    keys: (row) => hashesOfPayout(row as unknown as OpenPayout).flatMap(hashKeys),
  }),
  collection('PAYOUT-DAY'),
  collection('FLAGGED'),
  collection('UNMATCHED', { keys: ({ paymentHash = '' }) => hashKeys(paymentHash) }),
  ...softDeleted.map((name) => collection(`RETIRED#${name}`)),
  // Nothing else lists the payments that were dismissed or paid back
  collection('AUDIT', {
    keys: (row) => hashOfEntry(row as unknown as AuditRecord).flatMap(hashKeys),
  }),
]

/** True if records of this partition are exported; readers of an export refuse others. */
export const isExportedPartition = (pk: string): boolean =>
  exportedPartitions.has(pk) || besidePartitions.test(pk)

const exportedPartitions = new Set(exportedKinds.map(({ name }) => name))

const besidePartitions =
  /^(ORDER|PAYMENT-HASH|SHIFT-CASH|SPACE|TILL|UNIQUE|Z-PART)#|^NUMBER#[A-Z]*$/
