import { assumed } from './assumptions.ts'
import { countedRequest, daily, request, toAgent, tunnelRequest } from './calls.ts'
import type { Shop } from './shop.ts'
import { capacityOf, sum, times, type Usage } from './usage.ts'

/** A line of the second table: something that happens, and what a month of it uses. */
export type Activity = { readonly name: string; readonly month: Usage }

/** What grows with the sales: the sales themselves, Lightning, prints, lists, pictures. */
export function trade(shop: Shop): Activity[] {
  const { days, sales, restaurant } = shop
  const lightningSales = sales * shop.lightning
  const otherSales = sales - lightningSales
  const month = (name: string, perDay: number, usage: Usage) => ({
    name,
    month: daily(days, perDay, usage),
  })
  return [
    month('sales', otherSales * (1 - restaurant), countedRequest('sale')),
    month('tables that pay', sales * restaurant, table),
    month('Lightning: invoices', lightningSales, tunnelRequest('invoice')),
    month(
      'Lightning: polls until paid',
      lightningSales * assumed('unpaidPolls'),
      tunnelRequest('unpaid poll'),
    ),
    month(
      'Lightning: webhooks and frames',
      lightningSales,
      sum(countedRequest('webhook'), countedRequest('reported payment'), {
        socketMessages: shop.watchers,
      }),
    ),
    month(
      'Lightning: sales',
      lightningSales * (1 - restaurant),
      countedRequest('paid sale'),
    ),
    month(
      'records read for sales',
      sales * assumed('recordsReadPerSale'),
      countedRequest('one record'),
    ),
    month('lists of orders', shop.ordersRead / 50, countedRequest('list of 50 sales')),
    month('printed receipts', shop.receipts, print),
    month('pictures shown', shop.pictureViews, picture),
  ]
}

/** An order with dishes, each reported done, then ticket, payment, their link, the end. */
const table: Usage = sum(
  countedRequest('table order'),
  times(assumed('dishesPerTable'), countedRequest('dish done')),
  times(4, request()),
  capacityOf('table pays'),
)

/** The request, its message (sent, received, deleted), and the agent's report of the outcome. */
const print: Usage = sum(
  countedRequest('print'),
  countedRequest('print begins'),
  countedRequest('print outcome'),
  { queueRequests: 3 },
  toAgent,
)

const picture: Usage = sum(request(), {
  pictureGets: 1,
  cdnGigabytes: assumed('kilobytesPerPicture') / 1_000_000,
})
