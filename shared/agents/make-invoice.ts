import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import type { InvoiceRequest } from '../lightning/node/node-schemas.ts'
import { describeError, logger } from '../logger.ts'
import { abortOnTimeout, awsTimeouts } from '../platform/deployment/aws-timeouts.ts'
import { resources } from '../platform/deployment/resources.ts'
import { connectNode, isNodeDirect } from './connect-node.ts'

const client = new SQSClient({ requestHandler: awsTimeouts })

/** An invoice whose payment is looked up, in case its webhook is lost. Times are Unix ms. */
export const InvoiceLookup = z.object({
  paymentHash: z.string(),
  madeAtMs: z.int(),
  endsAtMs: z.int(),
})
export type InvoiceLookup = z.infer<typeof InvoiceLookup>

/** After how many seconds of an invoice it is looked up; then after every minute. */
const firstLooks = [5, 10, 20, 30, 40, 50]
const minute = 60

/** Invoices that stay open for longer are left to the schedule, which finds every payment. */
const maxLookupMs = 24 * 60 * 60_000

/** Without an expiry of its own an invoice is open for an hour. */
const defaultExpirySeconds = 3_600

/**
 * Makes an invoice at the shop's node. If the node is called directly, so that no agent reports
 * its payments, has the payment looked up until the invoice ends. Throws NodeFailure.
 */
export async function makeInvoice(request: InvoiceRequest) {
  const invoice = await connectNode().createInvoice(request)
  const madeAtMs = Date.now()
  const openMs = (request.expirySeconds ?? defaultExpirySeconds) * 1_000
  const endsAtMs = madeAtMs + Math.min(openMs, maxLookupMs)
  const { paymentHash } = invoice
  await lookUpLater({ paymentHash, madeAtMs, endsAtMs }, madeAtMs)
  return invoice
}

/**
 * Has an invoice looked up again, at a time in Unix ms after which none is too early;
 * never once it has ended. Never fails: the schedule finds the payment, too.
 */
export async function lookUpLater(lookup: InvoiceLookup, nowMs: number): Promise<void> {
  const queue = resources.lookupsQueueUrl()
  const DelaySeconds = secondsUntilLook(lookup, nowMs)
  if (!isNodeDirect() || !queue || DelaySeconds === undefined) return
  const MessageBody = JSON.stringify(lookup)
  const message = new SendMessageCommand({ QueueUrl: queue, MessageBody, DelaySeconds })
  try {
    await client.send(message, abortOnTimeout())
  } catch (error) {
    logger.error('invoice-not-looked-up', { error: describeError(error) })
  }
}

/** Seconds until an invoice is looked up next, the last time when it ends; undefined after that. */
export function secondsUntilLook(
  { madeAtMs, endsAtMs }: InvoiceLookup,
  nowMs: number,
): number | undefined {
  if (nowMs >= endsAtMs) return undefined
  const age = Math.max(0, nowMs - madeAtMs) / 1_000
  // A message may come some milliseconds before its time
  const isNext = (look: number) => look > age + 0.5
  const next = firstLooks.find(isNext) ?? (Math.floor((age + 0.5) / minute) + 1) * minute
  const untilEnd = Math.ceil((endsAtMs - nowMs) / 1_000)
  return Math.min(Math.max(1, Math.ceil(next - age)), untilEnd)
}
