import type { AgentRecord } from '../../agents/agents.ts'
import { hasNode } from '../../agents/connect-node.ts'
import { nodeHealth } from '../../lightning/wallet/node-health.ts'
import { jobsSince } from '../../paper/jobs/job-records.ts'
import { recentJobs, waitingOf } from '../../paper/jobs/recent-jobs.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import { read } from '../../platform/dynamodb/read.ts'
import type { OpenPayout } from '../../selling/refunds/payouts.ts'
import { allUnmatched } from '../../selling/sales/payment-hashes.ts'
import { readUnmatched } from '../../selling/sales/unmatched-list.ts'
import { openShiftKey } from '../../selling/shifts/shift-records.ts'
import { currencyWithoutRate } from '../../selling/shop-config/shop-rate.ts'
import type { AlertKind } from '../alerts/alert-kinds.ts'
import { openAlerts, type Review, reconcileAlerts } from '../alerts/alerts.ts'
import {
  awayNode,
  failingPrinters,
  lastingPayments,
  lastingPayouts,
  lowInbound,
  missingRate,
  silentAgents,
  waitingMs,
  waitingPrinters,
} from './conditions.ts'
import { reviewTills } from './till-conditions.ts'

/** Records of a shop that its other scheduled work has read already. */
type Known = {
  readonly agents: readonly AgentRecord[]
  readonly payouts: readonly OpenPayout[]
}

/** While no job is known to wait, those that came after the visit before the last count. */
const newJobsMs = 2 * waitingMs + 60_000

/**
 * Raises and clears the alerts that depend on time, every five minutes, at a time in Unix
 * ms. While no shift is open, no missing agent, node or rate raises an alert; an open
 * alert stays until its condition ends.
 */
export async function checkShop({ agents, payouts }: Known, nowMs: number) {
  const [open, shift] = await Promise.all([openAlerts(), read<Item>(openShiftKey)])
  const raises = shift !== undefined
  const has = (kind: AlertKind) => open.some((alert) => alert.kind === kind)

  const jobs = async () =>
    waitingOf(
      await (has('jobs_waiting') ? recentJobs(nowMs) : jobsSince(nowMs - newJobsMs)),
      nowMs,
    )
  const payments = async () =>
    // Most shops have none: only then are their outcomes read
    lastingPayments(await allUnmatched(), nowMs).length === 0
      ? []
      : lastingPayments(await readUnmatched(nowMs), nowMs)
  const node = async (): Promise<Review[]> => {
    if (!hasNode(agents)) return nodeKinds.map((kind) => ({ kind, found: [] }))
    if (!raises && !has('node_unreachable') && !has('rate_unavailable')) return []
    const [health, currency] = await Promise.all([
      nodeHealth(nowMs),
      currencyWithoutRate(nowMs),
    ])
    return [
      { kind: 'node_unreachable', found: awayNode(health, nowMs), raises },
      { kind: 'inbound_low', found: lowInbound(health) },
      { kind: 'rate_unavailable', found: missingRate(currency), raises },
    ]
  }

  const [waiting, unmatched, ofNode, ofTills] = await Promise.all([
    jobs(),
    payments(),
    node(),
    reviewTills(nowMs),
  ])
  const reviews: Review[] = [
    { kind: 'agent_offline', found: silentAgents(agents, nowMs), raises },
    { kind: 'printer_failing', found: failingPrinters(agents) },
    { kind: 'jobs_waiting', found: waitingPrinters(waiting, nowMs) },
    { kind: 'payment_unmatched', found: unmatched },
    { kind: 'payout_not_settled', found: lastingPayouts(payouts, nowMs) },
    ...ofNode,
    ...ofTills,
    // Raised by the stream: here it ends
    { kind: 'pin_guessing', found: open.filter(({ endsAtMs = 0 }) => endsAtMs > nowMs) },
  ]
  for (const review of reviews) await reconcileAlerts(open, review, nowMs)
}

/** Kinds of alerts that depend on the node; a shop without a node has none of them. */
const nodeKinds = [
  'node_unreachable',
  'node_peer_lost',
  'node_limited_password',
  'node_webhook_silent',
  'inbound_low',
  'rate_unavailable',
] as const
