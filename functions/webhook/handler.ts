import { forgetMissedWebhooks } from '../../shared/agents/node-state.ts'
import { Failure } from '../../shared/failure.ts'
import { type Notification, toFrame } from '../../shared/lightning/node/notification.ts'
import {
  parseNotification,
  signatureIn,
} from '../../shared/lightning/node/phoenixd/notifications.ts'
import { verify } from '../../shared/lightning/node/phoenixd/signature.ts'
import { settleTable } from '../../shared/lightning/pay-codes/settle-table.ts'
import { insertPaymentEvent } from '../../shared/lightning/payments-feed/payment-events.ts'
import { publishBriefly } from '../../shared/lightning/payments-feed/publish.ts'
import { verifyWithSecret } from '../../shared/platform/deployment/secrets.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import type { RequestFacts } from '../../shared/platform/http/call.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { countNodeFee } from '../../shared/selling/sales/node-fees.ts'
import { notified, paidSatoshis } from '../../shared/selling/sales/paid-satoshis.ts'
import {
  readPaymentHash,
  transactReceived,
  upsertNotification,
} from '../../shared/selling/sales/payment-hashes.ts'
import { shopRate } from '../../shared/selling/shop-config/shop-rate.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  node: ({ request }) => recordNotification(request),
  phoenixd: ({ request }) => recordNotification(request),
})

/** The only type of notification that confirms the payment of a sale. */
const paymentReceived = 'payment_received'

/**
 * Records a notification, fans it out, and answers, even if a client is slow to take the
 * frame. In this order, a socket that opens in between is either reached by the fan-out
 * or finds the recorded frame.
 */
async function recordNotification(request: RequestFacts): Promise<void> {
  const notification = await readVerifiedNotification(request)
  const { type, paymentHash, amountSat = null } = notification
  const frame = toFrame(notification)
  const { nowMs: receivedAtMs } = request
  const event = insertPaymentEvent(frame, receivedAtMs)
  if (type !== paymentReceived || !paymentHash?.trim()) {
    await transact([event])
    return publishBriefly(frame, receivedAtMs)
  }
  const [{ invoice, fee }, rate] = await Promise.all([
    readPaymentHash(paymentHash),
    shopRate(),
  ])
  const stored = upsertNotification(paymentHash, {
    receivedAtMs,
    amountSat,
    shopRate: rate,
  })
  const { sentSat, nodeFeeSat } = paidSatoshis(notified(notification), invoice)
  const received = { receivedAtMs, amountSat: sentSat ?? undefined }
  await transactReceived([event, stored], paymentHash, received)
  await publishBriefly(frame, receivedAtMs)
  await forgetMissedWebhooks()
  await countNodeFee(paymentHash, nodeFeeSat, fee)
  if (invoice) await settleTable(paymentHash, receivedAtMs, invoice)
}

/** Checks signature and payload. Throws `signatureMissing`, `signatureInvalid`, `invalid`. */
async function readVerifiedNotification({
  headers,
  bytes,
}: RequestFacts): Promise<Notification> {
  const signature = signatureIn(headers)
  if (signature === undefined) throw new Failure('signatureMissing')
  const body = bytes()
  const verified = await verifyWithSecret(
    'webhook-secret',
    (secrets) => secrets.some((secret) => verify(secret, body, signature)) || undefined,
  )
  if (!verified) throw new Failure('signatureInvalid')
  const notification = parseNotification(body)
  if (!notification)
    throw new Failure('invalid', { fault: 'not a notification of the node' })
  return notification
}
