import {
  type ModifierGroup,
  type ModifierOption,
  modifiersKey,
  modifiersVersionKey,
} from '../../shared/catalog/modifier-groups.ts'
import {
  findProduct,
  type ProductRecord,
  productKey,
  type StoredComponent,
} from '../../shared/catalog/products.ts'
import { type StoredVariant, variantsOf } from '../../shared/catalog/variants.ts'
import { read } from '../../shared/platform/dynamodb/read.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { put, update } from '../../shared/platform/dynamodb/write.ts'
import {
  type DayRecord,
  dayRecordKey,
  daySums,
} from '../../shared/selling/sales/day-record.ts'
import {
  transactReceived,
  upsertNotification,
} from '../../shared/selling/sales/payment-hashes.ts'
import { type Cart, methodId, newPaymentHash, type Till, usd } from './till.ts'

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

/** Builds a cart with tenders instead of the fields of one payment. */
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
export const makeBundle = (
  productId: string,
  components: Record<string, number>,
  stored: Partial<StoredComponent> = {},
) =>
  transact([
    update(productKey(productId), {
      set: {
        components: Object.entries(components).map(([componentId, quantity]) => ({
          componentId,
          quantity,
          ...stored,
        })),
      },
      add: { version: 1 },
    }),
  ])

/** A variant as tests name it: by its value of the option Size. */
type SizeOf = { readonly size: string; readonly units: number } & Partial<StoredVariant>

/** Gives a product variants instead of its default one, as they are stored; returns their ids. */
export async function makeSizes(productId: string, sizes: readonly SizeOf[]) {
  const variants = sizes.map(({ size, units: _units, ...fields }, at) => ({
    id: `${productId} ${size}`,
    priceCents: 250,
    isActive: true,
    optionValueIds: [size],
    unitsIn: `units${at + 1}`,
    ...fields,
  }))
  const values = sizes.map(({ size }, at) => ({
    id: size,
    value: size,
    displayOrder: at,
  }))
  const option = { id: 'size', name: 'Size', displayOrder: 0, values }
  const units = variants.map(({ unitsIn }, at) => [unitsIn, sizes[at]?.units ?? 0])
  await transact([
    update(productKey(productId), {
      set: { options: [option], variants, quantity: 0, ...Object.fromEntries(units) },
      add: { version: 1 },
    }),
  ])
  return variants.map(({ id }) => id)
}

/** Deletes a variant, as it is stored. */
export async function removeSize(productId: string, variantId: string) {
  const { variants = [] } = (await findProduct(productId)) ?? {}
  const gone = variants.find(({ id }) => id === variantId)
  await transact([
    update(productKey(productId), {
      set: { variants: variants.filter((each) => each !== gone) },
      add: { version: 1 },
      remove: gone ? [gone.unitsIn] : [],
    }),
  ])
}

/** Changes fields of a product, as they are stored. */
export const changeStored = (productId: string, set: Partial<ProductRecord>) =>
  transact([update(productKey(productId), { set, add: { version: 1 } })])

/** Stops counting a product's units. */
export const stopTracking = (productId: string) =>
  changeStored(productId, { trackStock: false })

let modifiersVersion = 0

/** Stores the modifier groups of the shop, as a change of one of them does. */
export const storeGroups = (...groups: readonly ModifierGroup[]) => {
  modifiersVersion += 1
  return transact([
    put({ ...modifiersKey, groups, version: modifiersVersion }),
    put({ ...modifiersVersionKey, version: modifiersVersion }),
  ])
}

/** An option of a modifier group that costs nothing. */
export const option = (
  id: string,
  fields: Partial<ModifierOption> = {},
): ModifierOption => ({
  id,
  name: id,
  priceCents: 0,
  isDefault: false,
  isAvailable: true,
  ...fields,
})

/** The units in stock of each variant of a product. */
export async function unitsOf(productId: string): Promise<number[]> {
  const product = await findProduct(productId)
  return product ? variantsOf(product).map(({ quantity }) => quantity) : []
}

/** Stores a payment as received, in the shop of the running test; returns its hash. */
export async function receivePayment(amountSat: number, ageMs = 0): Promise<string> {
  const paymentHash = newPaymentHash()
  const received = { receivedAtMs: Date.now() - ageMs, amountSat }
  const writes = [upsertNotification(paymentHash, received)]
  await transactReceived(writes, paymentHash, received)
  return paymentHash
}

/** The sums of the day since the last Z. */
export const readDay = async () => daySums(await read<DayRecord>(dayRecordKey))
