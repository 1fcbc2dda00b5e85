/** A shop whose month is counted. Figures are a day's unless they say otherwise. */
export type Shop = {
  /** Sales: a cart checked out in a store, or a table that pays in a restaurant. */
  readonly sales: number
  /** The part of the sales that is paid over Lightning, 0 to 1. */
  readonly lightning: number
  /** 1 for a restaurant, whose sale has an order with dishes; 0 for a store. */
  readonly restaurant: number
  readonly tills: number
  /** Hours open. Tills are on then. */
  readonly hours: number
  /** Hours in which functions are kept warm: all day without the option `openingHours`. */
  readonly warmHours: number
  /** Sockets of the payments feed while the shop is open. */
  readonly watchers: number
  /** On-site agents, which run day and night. */
  readonly agents: number
  /** Printed receipts and kitchen tickets. */
  readonly receipts: number
  /** Orders that are read in lists. */
  readonly ordersRead: number
  /** Pictures in the bucket, and how often one is shown. */
  readonly pictures: number
  readonly pictureViews: number
  /** Zones of Route 53, for a domain of the shop's own. */
  readonly hostedZones: number
  /** Days open in a month. */
  readonly days: number
  /** Months that the shop has traded: its table grows by the sale. */
  readonly months: number
}

const small: Shop = {
  sales: 300,
  lightning: 0.2,
  restaurant: 0,
  tills: 3,
  hours: 12,
  warmHours: 24,
  watchers: 3,
  agents: 1,
  receipts: 300,
  ordersRead: 3_000,
  pictures: 200,
  pictureViews: 600,
  hostedZones: 0,
  days: 30,
  months: 12,
}

/** The shops of docs/monthly-cost.md. */
export const shops = {
  'small shop': small,
  'busy restaurant': {
    ...small,
    sales: 800,
    restaurant: 1,
    tills: 10,
    hours: 16,
    watchers: 10,
    receipts: 2_400,
    ordersRead: 40_000,
    pictureViews: 5_000,
  },
  'idle shop': {
    ...small,
    sales: 0,
    tills: 0,
    watchers: 0,
    receipts: 0,
    ordersRead: 0,
    pictureViews: 0,
  },
} as const satisfies Readonly<Record<string, Shop>>

/** What a figure cannot pass; the others have no bound. */
const most: Readonly<Record<string, number>> = {
  lightning: 1,
  restaurant: 1,
  hours: 24,
  warmHours: 24,
  days: 31,
}

/**
 * The small shop with the figures that are given, such as `--sales 500`. Throws when a name
 * is unknown, or a value is no number from 0 to the figure's most.
 */
export function shopOf(given: Readonly<Record<string, string>>): Shop {
  const changes = Object.entries(given).map(([name, value]) => {
    const amount = Number(value)
    if (!Object.hasOwn(small, name))
      throw new Error(`--${name}: a shop has no such figure`)
    if (value === '' || !Number.isFinite(amount) || amount < 0) {
      throw new Error(`--${name}: must be a number, 0 or more`)
    }
    if (amount > (most[name] ?? amount)) {
      throw new Error(`--${name}: must be ${most[name]} at most`)
    }
    return [name, amount]
  })
  return { ...small, ...Object.fromEntries(changes) }
}
