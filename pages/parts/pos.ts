import { connect } from '../../shared/client/connect.ts'
import { tillDataStore } from './till-data-store.ts'

/** Paths that are called; others are as if the API was away. */
export const gate = { isOpenFor: (_path: string): boolean => true }

/** The API that served this page. A reading is repeated by the page itself, too. */
export const pos = connect({
  baseUrl: location.origin,
  retries: 1,
  tillData: tillDataStore,
  fetch: (address, options) =>
    gate.isOpenFor(new URL(new Request(address).url).pathname)
      ? fetch(address, options)
      : Promise.reject(new TypeError('it is not called now')),
})

type Reply<Call extends (...input: never[]) => unknown> = Awaited<ReturnType<Call>>

export type Me = Reply<typeof pos.users.me>
export type Currency = Reply<typeof pos.currencies.base>
export type ShopOrder = Reply<typeof pos.orders.withPayments>[number]
export type TicketTemplate = Reply<typeof pos.templates.builtIn>[number]
export type SalesReport = Reply<typeof pos.reports.sales>
export type OnSiteAgent = Reply<typeof pos.agents.list>[number]
export type OpenAlert = Reply<typeof pos.notifications.alerts>[number]
export type UnmatchedPayment = Reply<typeof pos.unmatchedPayments.list>[number]
export type PrinterStatus = Reply<typeof pos.printers.statuses>[number]
