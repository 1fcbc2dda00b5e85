import { gtinsOf } from '../../../shared/catalog/article-number.ts'
import type { ProductRecord } from '../../../shared/catalog/products.ts'
import { variantsOf } from '../../../shared/catalog/variants.ts'
import { type Item, uniqueGuard } from '../../../shared/platform/dynamodb/keys.ts'
import {
  unchanged,
  versionConflict,
} from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { read, readMany } from '../../../shared/platform/dynamodb/read.ts'
import { maxActions } from '../../../shared/platform/dynamodb/transact.ts'
import {
  conditionCheck,
  conditionCheckAbsent,
  insert,
  update,
  upsert,
} from '../../../shared/platform/dynamodb/write.ts'
import { type Order, orderKey } from '../../../shared/selling/sales/orders.ts'
import { updateSaleVoided } from '../../../shared/selling/sales/tickets.ts'
import type { Migration } from './run.ts'

/** Every migration in its order, the first one from layout 1 to 2. */
export const migrations: readonly Migration[] = [
  {
    // Records of the login rate limit from version 0.1.0 count failures, but not by name.
    // An empty count by name is equal to that: no success removes those failures.
    version: 2,
    title: 'login rate limits count failures by name',
    partitions: 'LOGIN-LIMIT#',
    change: (record) => {
      if (record.failures === undefined || record.failuresOf !== undefined) return []
      const when = 'attribute_not_exists(#failuresOf)'
      return [update(record, { set: { failuresOf: {} }, when }, versionConflict)]
    },
  },
  {
    // Version 0.2 kept the notification of a payment for 30 days. The payment's owner and
    // its receipt must be known for as long as it can be sold or paid out.
    version: 3,
    title: 'notifications of payments never expire',
    partitions: 'PAYMENT-HASH#',
    change: (record) => {
      if (record.sk !== 'NOTIFICATION' || record.expiresAt === undefined) return []
      const when = 'attribute_exists(#expiresAt)'
      return [update(record, { remove: ['expiresAt'], when }, versionConflict)]
    },
  },
  {
    // A scanned code leads to its product by the guard. In version 0.2 guards were empty.
    version: 4,
    title: 'guards of SKUs name their product',
    partitions: 'PRODUCT',
    change: (record) => {
      const { pk, id, SKU } = record
      const shop = /^(@[^#]*#)?PRODUCT$/.exec(pk)
      if (!shop || typeof SKU !== 'string') return []
      const guard = uniqueGuard('SKU', SKU)
      return [
        conditionCheck(record, { when: '#SKU = :SKU', values: { SKU } }, versionConflict),
        upsert(
          { ...guard, pk: `${shop[1] ?? ''}${guard.pk}` },
          { set: { productId: id } },
        ),
      ]
    },
  },
  {
    // Earlier releases had no list of unmatched payments.
    version: 5,
    title: 'payments that no sale knows are listed',
    partitions: 'PAYMENT-HASH#',
    change: async (record) => {
      const { pk, sk, receivedAtMs, amountSat } = record
      const [, shop = '', partition, paymentHash] = paymentPartition.exec(pk) ?? []
      if (sk !== 'NOTIFICATION' || partition === undefined) return []
      const sale = { pk, sk: 'SALE' }
      const listed = { pk: `${shop}UNMATCHED`, sk: partition }
      const [outcome, entry] = await readMany([sale, listed])
      if (outcome ?? entry) return []
      return [
        conditionCheckAbsent(sale, versionConflict),
        insert({ ...listed, paymentHash, receivedAtMs, amountSat }, versionConflict),
      ]
    },
  },
  {
    // Up to 0.3.1 a numbered ticket that was deleted said so by itself alone.
    version: 6,
    title: 'orders whose tickets were voided say so',
    partitions: 'TICKET',
    change: async (record) => {
      const { pk, id, orderId, voided } = record
      const shop = /^(@[^#]*#)?TICKET$/.exec(pk)
      if (!shop || !voided || typeof orderId !== 'string') return []
      const key = orderKey(orderId)
      const order = await read<Order>({ ...key, pk: `${shop[1] ?? ''}${key.pk}` })
      if (!order?.sale || order.sale.ticketId !== id || order.sale.voided) return []
      return [updateSaleVoided(order, order.payments)]
    },
  },
  {
    // Earlier releases compared barcodes as they are written. Where products share a number, all
    // of them own it.
    version: 7,
    title: 'article numbers of products are unique in all their spellings',
    partitions: 'PRODUCT',
    change: async (record) => {
      const shop = /^(@[^#]*#)?PRODUCT$/.exec(record.pk)
      if (!shop) return []
      const product = record as ProductRecord
      const numbers = new Set(
        variantsOf(product).flatMap(({ barcodes }) => gtinsOf(barcodes)),
      )
      const keys = [...numbers].map((number) => {
        const guard = uniqueGuard('GTIN', number)
        return { ...guard, pk: `${shop[1] ?? ''}${guard.pk}` }
      })
      const guards = await readMany<(Item & { owners?: ReadonlySet<string> })[]>(keys)
      const missing = keys.filter((_, at) => !guards[at]?.owners?.has(product.id))
      if (missing.length === 0) return []
      const owners = new Set([product.id])
      return [
        conditionCheck(product, unchanged(product, ['version']), versionConflict),
        ...missing
          .slice(0, maxActions - 1)
          .map((key) => upsert(key, { add: { owners } })),
      ]
    },
  },
]

/** The shop, the rest of the key and the hash of a payment that a node can have reported. */
const paymentPartition = /^(@[^#]*#)?(PAYMENT-HASH#([0-9a-f]{64}))$/
