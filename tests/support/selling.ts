import { productKey } from '../../shared/catalog/products.ts'
import { read } from '../../shared/dynamodb/read.ts'
import { transact } from '../../shared/dynamodb/transact.ts'
import { update } from '../../shared/dynamodb/write.ts'
import { type DayRecord, dayRecordKey, daySums } from '../../shared/sales/day-record.ts'
import { type Cart, methodId, type Till, usd } from './till.ts'

/** The body of a refused checkout with its code, and whatever else it contains. */
export const refused = (code: string, members: object = {}) => ({
  status: 400,
  body: { message: expect400, code, ...members },
})

const expect400 = 'Checkout failed: check items, stock levels, and payment details'

/** An item at the price of the products that tills create. */
export const item = (productId: string, changes: object = {}) => ({
  productId,
  quantity: 1,
  priceAtOrder: 250,
  ...changes,
})

/** A cart of several items, for which the amount is given in cents. */
export const cartOf = (
  till: Till,
  items: readonly object[],
  amountCents: number,
  changes: Cart = {},
): Cart => till.cart('', 1, { items, amount: amountCents / 100, ...changes })

/** The same with tenders instead of the fields of one payment. */
export const splitCart = (
  till: Till,
  items: readonly object[],
  amountCents: number,
  tenders: readonly object[],
): Cart =>
  cartOf(till, items, amountCents, {
    paymentMethodId: undefined,
    currencyId: undefined,
    tenders,
  })

export const tender = (name: string, amountCents: number, changes: object = {}) => ({
  paymentMethodId: methodId(name),
  currencyId: usd,
  amountCents,
  ...changes,
})

/** Makes a bundle of a product, as it is stored. */
export const makeBundle = (productId: string, components: Record<string, number>) =>
  transact([
    update(productKey(productId), {
      set: {
        components: Object.entries(components).map(([componentId, quantity]) => ({
          componentId,
          quantity,
        })),
      },
      add: { version: 1 },
    }),
  ])

/** The sums of the day since the last Z. */
export const readDay = async () => daySums(await read<DayRecord>(dayRecordKey))
