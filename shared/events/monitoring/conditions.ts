import type { AgentRecord } from '../../agents/agents.ts'
import type { NodeHealth } from '../../lightning/wallet/wallet-requests.ts'
import type { JobRecord } from '../../paper/jobs/job-records.ts'
import { hashed } from '../../platform/dynamodb/keys.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import type { OpenPayout } from '../../selling/refunds/payouts.ts'
import type { UnmatchedPayment } from '../../selling/sales/payment-hashes.ts'
import type { NewAlert } from '../alerts/alerts.ts'

/** Conditions that hold now, one per subject. */
type Found = readonly Omit<NewAlert, 'kind'>[]

const minuteMs = 60_000

/** A shorter absence is a restart, or a hiccup of the line. */
const awayMs = 5 * minuteMs

/** Time that a job waits until somebody should look at its printer. */
export const waitingMs = 5 * minuteMs

/** A payment is unmatched until its sale; a payout is looked up every five minutes. */
const patienceMs = 10 * minuteMs

/** Agents that were heard of once and have been silent since. */
export const silentAgents = (agents: readonly AgentRecord[], nowMs: number): Found =>
  agents.flatMap(({ id, name, lastSeenMs }) =>
    lastSeenMs === null || nowMs - lastSeenMs < awayMs
      ? []
      : {
          subject: id,
          details: { agentId: id, agentName: name, lastSeenAt: isoSeconds(lastSeenMs) },
          occurredAtMs: lastSeenMs,
        },
  )

const maxProblemLength = 200

/** Printers that fail, as their agents last said. */
export const failingPrinters = (agents: readonly AgentRecord[]): Found =>
  agents.flatMap((agent) =>
    agent.printers.flatMap(({ name, failingSinceMs, problem }) =>
      typeof failingSinceMs !== 'number'
        ? []
        : {
            subject: printerSubject(agent.id, name),
            details: {
              agentId: agent.id,
              agentName: agent.name,
              printerName: name,
              problem: (problem ?? '').slice(0, maxProblemLength).toWellFormed(),
            },
            occurredAtMs: failingSinceMs,
          },
    ),
  )

/** Printers with jobs that have waited for long; `jobs` are those that wait, oldest first. */
export function waitingPrinters(jobs: readonly JobRecord[], nowMs: number): Found {
  const late = jobs.filter(({ createdAtMs }) => nowMs - createdAtMs >= waitingMs)
  const oldest = new Map(
    late
      .toReversed()
      .map((job) => [printerSubject(job.agentId, job.printerName), job] as const),
  )
  return [...oldest].map(
    ([subject, { agentId, agentName, printerName, createdAtMs }]) => ({
      subject,
      details: { agentId, agentName, printerName },
      occurredAtMs: createdAtMs,
    }),
  )
}

const printerSubject = (agentId: string, name: string) => `${agentId}#${hashed(name)}`

/** Payments that were received a while ago and that nothing has become of. */
export const lastingPayments = (
  unmatched: readonly UnmatchedPayment[],
  nowMs: number,
): Found =>
  unmatched
    .filter(({ receivedAtMs }) => nowMs - receivedAtMs >= patienceMs)
    .map(({ paymentHash, amountSat = null, receivedAtMs }) => ({
      subject: hashed(paymentHash),
      details: { paymentHash, amountSat },
      occurredAtMs: receivedAtMs,
    }))

/** Payouts that were begun a while ago and have not ended. */
export const lastingPayouts = (payouts: readonly OpenPayout[], nowMs: number): Found =>
  payouts
    .filter(({ begunAtMs }) => nowMs - begunAtMs >= patienceMs)
    .map(({ sk, begunAtMs, paymentHash }) => ({
      subject: sk,
      details: { refundId: sk, paymentHash },
      occurredAtMs: begunAtMs,
    }))

/** Finds a node that has not answered for a while; one that never answered is not missed. */
export function awayNode({ awaySince }: NodeHealth, nowMs: number): Found {
  const sinceMs = awaySince === null ? nowMs : Date.parse(awaySince)
  if (nowMs - sinceMs < awayMs) return []
  return [{ subject: 'node', details: { awaySince }, occurredAtMs: sinceMs }]
}

/** A node that can receive less than the shop's setting. */
export const lowInbound = ({ inboundSat, lowInboundSat, warnings }: NodeHealth): Found =>
  warnings.includes('inbound_low')
    ? [{ subject: 'node', details: { inboundSat, lowInboundSat } }]
    : []

/** The currency of the shop, if its rate is missed. */
export const missingRate = (currency: string | undefined): Found =>
  currency === undefined ? [] : [{ subject: currency, details: { currency } }]
