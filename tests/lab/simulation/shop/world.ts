import type { Cloud } from '../cloud/cloud.ts'
import type { WebSockets } from '../cloud/web-sockets.ts'
import type { Feed } from '../proof/feed.ts'
import type { Gaps } from '../proof/gaps.ts'
import type { History } from '../proof/history.ts'
import type { Jobs } from '../proof/jobs.ts'
import type { Client } from './client.ts'
import type { Shop } from './opening.ts'
import type { Audited } from './trail.ts'

/** The outcome of a request whose records have their own mark. */
export type Outcome = 'done' | 'refused' | 'unknown'

/** The outcome of requests about an order's line, by the mark in its notes. */
export type LineFate = {
  added: Outcome
  /** The prices that requests gave it, in cents. */
  readonly prices: number[]
  deleted: Outcome
}

/** Everything that the people of a simulation share. */
export type World = {
  readonly cloud: Cloud
  readonly shop: Shop
  readonly history: History
  /** Sales by the mark in their ticket's notes. */
  readonly sales: Map<string, Outcome>
  /** Ids of store orders that a client got in a response. */
  readonly soldOrders: string[]
  /** Payment hashes that customers have paid, and when, Unix ms. */
  readonly paid: Map<string, number>
  readonly webSockets: WebSockets
  /** Publications of payments. */
  readonly feed: Feed
  readonly gaps: Gaps
  readonly jobs: Jobs
  /** Ids of orders of the restaurant, also of those that are gone. */
  readonly orders: string[]
  /** Lines of these orders. */
  readonly lines: Map<string, LineFate>
  /** Number of prices that were given to lines. */
  prices: number
  /** Settled orders as they must stay. */
  readonly locked: Map<string, { readonly ticketId: string; readonly told: string }>
  readonly audited: Audited[]
  /** The audit trail as an administrator read it in the end: ids of entries. */
  listed?: readonly string[]
  /** Ids of orders of the restaurant that were settled. */
  readonly settledOrders: string[]
  /** Refunds by the mark that is their reason. */
  readonly refunds: Map<string, Outcome>
  /** Possible returns of refunds to stock, by mark; the quantity is known in the end. */
  readonly returns: {
    readonly mark: string
    readonly productId: string
    change: number
  }[]
  /** Output of the printer: a line for each receipt. */
  readonly paper: string[]
  /** Print jobs that an answer called cancelled. */
  readonly cancelled: Set<string>
  /** Last answer to the agent when it asked for a job. */
  readonly claims: Map<string, 'given' | 'refused'>
  /** Number of operations so far. */
  operations: number
}

/** A person who does one thing after another. */
export type Actor = (world: World, client: Client) => Promise<void>
