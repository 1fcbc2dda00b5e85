import type { SQSBatchResponse, SQSRecord } from 'aws-lambda'
import { logSilentAgents } from '../../shared/agents/agent-silence.ts'
import { allAgents } from '../../shared/agents/agents.ts'
import { InvoiceLookup, lookUpLater } from '../../shared/agents/make-invoice.ts'
import { resumeImports } from '../../shared/back-office/imports/import-lease.ts'
import { takeOverdueUnits } from '../../shared/catalog/units-owed.ts'
import { checkShop } from '../../shared/events/monitoring/check-shop.ts'
import { deleteUnnamedPictures } from '../../shared/events/monitoring/unnamed-pictures.ts'
import { NodeFailure } from '../../shared/lightning/node/failure.ts'
import { settleTable } from '../../shared/lightning/pay-codes/settle-table.ts'
import {
  publishOfInvoice,
  publishOfNode,
} from '../../shared/lightning/payments-feed/missed-payments.ts'
import { describeError, logger } from '../../shared/logger.ts'
import { inEachShop } from '../../shared/platform/shops/each-shop.ts'
import { settlePaymentPayout } from '../../shared/selling/refunds/payment-refund.ts'
import { isOfPayment, openPayouts } from '../../shared/selling/refunds/payouts.ts'
import { settlePayout } from '../../shared/selling/refunds/settle-payout.ts'
import { logStoppedSales } from '../../shared/selling/shifts/sales-stopped.ts'
import { finishLeftClose } from '../../shared/selling/shifts/shifts.ts'

/** Time for which the node is asked about a payout; no client waits for the answer. */
const lookupTimeoutMs = 10_000

/** Messages about invoices that may have been paid. */
type Lookups = { readonly Records: readonly Pick<SQSRecord, 'messageId' | 'body'>[] }

/** `time` is when it was due: a visit that starts or ends late is still that of its hour. */
type Scheduled = { readonly time?: string }

/** Looks up invoices, or does the scheduled work. */
export function handler(event: Lookups): Promise<SQSBatchResponse>
export function handler(event?: Scheduled): Promise<void>
export function handler(event: Lookups | Scheduled = {}) {
  return 'Records' in event ? lookUpInvoices(event) : lookAfterShops(event)
}

/** Looks up the invoices of a batch. A message whose work fails comes again. */
async function lookUpInvoices({ Records }: Lookups): Promise<SQSBatchResponse> {
  const failed = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        await lookUpInvoice(InvoiceLookup.parse(JSON.parse(body)))
        return []
      } catch (error) {
        logger.error('invoice-not-looked-up', { error: describeError(error) })
        return [{ itemIdentifier: messageId }]
      }
    }),
  )
  return { batchItemFailures: failed.flat() }
}

/** A node that does not answer is asked again at the next look. */
async function lookUpInvoice(lookup: InvoiceLookup): Promise<void> {
  const { paymentHash } = lookup
  const isTold = await publishOfInvoice(paymentHash).catch(falseIfNodeFails)
  if (isTold) await settleTable(paymentHash, Date.now())
  else await lookUpLater(lookup, Date.now())
}

function falseIfNodeFails(error: unknown): false {
  if (error instanceof NodeFailure) return false
  throw error
}

/**
 * Does the scheduled work of each shop. Once an hour, imports that wait go on, and pictures that
 * nothing names are deleted.
 */
function lookAfterShops({ time }: Scheduled): Promise<void> {
  // A client that asks for a run resumes it at once, so one visit an hour is enough
  const isHourly = time !== undefined && new Date(time).getUTCMinutes() < 5
  return inEachShop(async () => {
    try {
      await lookAfterShop()
    } finally {
      if (isHourly) await everyHour()
    }
  })
}

async function everyHour(): Promise<void> {
  try {
    await deleteUnnamedPictures(Date.now())
  } finally {
    await resumeImports(Date.now())
  }
}

/**
 * Logs that the shop's agents are silent: a missing line is silence, so it comes first. Then
 * takes the units that the stream left, finds payments whose webhook was lost where no agent
 * does, looks up the payouts that have not ended, each on its own, raises and clears alerts,
 * finishes a close that was cut off, and says when an open shop has stopped selling.
 */
async function lookAfterShop(): Promise<void> {
  const agents = await allAgents()
  logSilentAgents(agents, Date.now())
  await takeUnits()
  await findMissedPayments()
  const isSettled = await lookUpPayouts()
  try {
    const payouts = isSettled ? [] : await openPayouts()
    await checkShop({ agents, payouts }, Date.now())
  } finally {
    await finishClose()
    await logStoppedSales(Date.now())
  }
}

/** Takes overdue units; a failure is tried again at the next visit. */
async function takeUnits(): Promise<void> {
  try {
    await takeOverdueUnits(Date.now())
  } catch (error) {
    logger.error('units-not-taken', { error: describeError(error) })
  }
}

/** A close that was cut off, and cannot be finished now, is finished at the next visit. */
async function finishClose(): Promise<void> {
  try {
    await finishLeftClose()
  } catch (error) {
    logger.error('close-not-finished', { error: describeError(error) })
  }
}

/** A node that does not answer is asked again at the next visit. */
async function findMissedPayments(): Promise<void> {
  try {
    for (const { paymentHash } of await publishOfNode(Date.now())) {
      await settleTable(paymentHash, Date.now())
    }
  } catch (error) {
    logger.error('payments-not-listed', { error: describeError(error) })
  }
}

/** Returns whether no payout was open. */
async function lookUpPayouts(): Promise<boolean> {
  const payouts = await openPayouts()
  for (const payout of payouts) {
    try {
      if (isOfPayment(payout)) {
        await settlePaymentPayout(payout.ofPayment, lookupTimeoutMs)
      } else await settlePayout(payout.orderId, lookupTimeoutMs)
    } catch (error) {
      const { sk: refundId } = payout
      logger.error('payout-not-settled', { refundId, error: String(error) })
    }
  }
  return payouts.length === 0
}
