/** A small shop. Figures are a day's unless they say otherwise. */
const small = {
  /** Shops like it in one deployment. */
  shops: 1,
  /** Sales: a cart checked out in a store, or a table that pays in a restaurant. */
  sales: 300,
  /** The part of the sales that is paid over Lightning, 0 to 1. */
  lightning: 0.2,
  /** 1 for a restaurant, whose sale has an order with dishes; 0 for a store. */
  restaurant: 0,
  tills: 3,
  /** Hours open. Tills are on then. */
  hours: 12,
  /** Hours in which functions are kept warm: all day without the option `openingHours`. */
  warmHours: 24,
  /** Sockets of the payments feed while the shop is open: an office's, a till's that waits. */
  watchers: 2,
  /** Pages that are open then and follow the shop by /ws/events: tills, an office, a kitchen. */
  pages: 5,
  /** On-site agents, which run day and night. */
  agents: 1,
  /** 1 where the node is called directly, so that open invoices are looked up; 0 with an agent. */
  directNode: 0,
  /** The part of the agents that have the node, and so a tunnel, 0 to 1. */
  tunnels: 1,
  /** Printed receipts and kitchen tickets. */
  receipts: 300,
  /** Orders that are read in lists. */
  ordersRead: 3_000,
  pictures: 200,
  /** Pictures that a browser asks for: it keeps each for a year, or until it is emptied. */
  pictureDownloads: 40,
  /** Zones of Route 53, for a domain of the shop's own. */
  hostedZones: 0,
  /** Days open in a month. */
  days: 30,
  /** Months that the shop has traded: its table grows by the sale. */
  months: 12,
}

/** A shop whose month is counted. */
export type Shop = { readonly [Figure in keyof typeof small]: number }

/** The shops of docs/monthly-cost.md. */
export const shops = {
  'small shop': small,
  'busy restaurant': {
    ...small,
    sales: 800,
    restaurant: 1,
    tills: 10,
    hours: 16,
    watchers: 3,
    pages: 13,
    receipts: 2_400,
    ordersRead: 40_000,
    pictureDownloads: 150,
  },
  'idle shop': {
    ...small,
    sales: 0,
    tills: 0,
    watchers: 0,
    pages: 0,
    receipts: 0,
    ordersRead: 0,
    pictureDownloads: 0,
  },
} as const satisfies Readonly<Record<string, Shop>>

/** Upper bounds of figures; the others have none. */
const most: Readonly<Record<string, number>> = {
  lightning: 1,
  tunnels: 1,
  restaurant: 1,
  hours: 24,
  warmHours: 24,
  days: 31,
}

/**
 * The small shop with the figures that are given, such as `--sales 500`. Throws when a name
 * is unknown, or a value is not a number from 0 to the figure's maximum.
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
