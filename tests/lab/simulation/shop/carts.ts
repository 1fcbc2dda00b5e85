import { currencies } from '../../../../shared/platform/money/currencies.ts'
import { paymentMethods } from '../../../../shared/platform/money/payment-methods.ts'
import type { Random } from '../machine/random.ts'
import type { Shop } from './opening.ts'

export const priceCents = 250
export const bundleCents = 600

export const methodId = (name: string) =>
  paymentMethods.find((method) => method.name === name)?.id ?? ''
export const currencyId = currencies.find(({ acronym }) => acronym === 'USD')?.id ?? ''

type CartItem = {
  readonly productId: string
  readonly quantity: number
  readonly priceAtOrder: number
  readonly discountCents?: number
}

/** A cart of one or two products or a bundle, with discounts and a tip now and then. */
export function cartOf(shop: Shop, random: Random, mark: string) {
  const items = itemsOf(shop, random)
  const full = items.reduce(
    (sum, { quantity, priceAtOrder, discountCents = 0 }) =>
      sum + quantity * priceAtOrder - discountCents,
    0,
  )
  const discountAmount = random.chance(0.2) ? 50 : 0
  const tipCents = random.chance(0.2) ? 30 : 0
  const cents = full - discountAmount + tipCents
  return {
    cents,
    body: {
      userId: shop.userId,
      items,
      amount: cents / 100,
      discountAmount,
      tipAmount: tipCents / 100,
      ticketNotes: mark,
    },
  }
}

function itemsOf({ products, bundle }: Shop, random: Random): CartItem[] {
  const chosen = random.chance(0.75) ? [random.pick(products)] : products.slice(0, 2)
  const items = chosen.map(({ id }) => ({
    productId: id,
    quantity: 1 + random.below(2),
    priceAtOrder: priceCents,
    ...(random.chance(0.15) && { discountCents: 35 }),
  }))
  const set = { productId: bundle.id, quantity: 1, priceAtOrder: bundleCents }
  if (random.chance(0.15)) return [set]
  return random.chance(0.1) ? [...items, set] : items
}

/**
 * Splits an amount into one to three tenders, one of them in cash with change, which may
 * be rounded.
 */
export function tendersOf(random: Random, cents: number) {
  const cash = { paymentMethodId: methodId('Cash'), currencyId }
  // 110 is rounded up, 105 down
  const [first, paid] = random.pick([
    [100, 100],
    [110, 120],
    [105, 100],
  ] as const)
  const second = random.chance(0.5) ? 30 : 0
  return [
    { ...cash, amountCents: paid, givenCents: 200 },
    ...(second > 0
      ? [
          {
            paymentMethodId: methodId('Bank Transfer'),
            currencyId,
            amountCents: second,
          },
        ]
      : []),
    {
      paymentMethodId: methodId('Debit Card'),
      currencyId,
      amountCents: cents - first - second,
    },
  ]
}

/** Counts the stock that a cart takes, with the components of bundles. */
export function unitsOf(
  { bundle }: Shop,
  items: readonly CartItem[],
): Map<string, number> {
  const units = new Map<string, number>()
  const take = (id: string, quantity: number) =>
    units.set(id, (units.get(id) ?? 0) + quantity)
  for (const { productId, quantity } of items) {
    if (productId !== bundle.id) take(productId, quantity)
    else {
      for (const { componentId, quantity: units } of bundle.components) {
        take(componentId, units * quantity)
      }
    }
  }
  return units
}
