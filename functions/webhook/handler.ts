import { verifyWithSecret } from '../../shared/deployment/secrets.ts'
import { transact } from '../../shared/dynamodb/transact.ts'
import { Failure } from '../../shared/failure.ts'
import type { RequestFacts } from '../../shared/http/call.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { type Notification, toFrame } from '../../shared/lightning/notification.ts'
import {
  parseNotification,
  signatureIn,
} from '../../shared/lightning/phoenixd/notifications.ts'
import { verify } from '../../shared/lightning/phoenixd/signature.ts'
import { settleTable } from '../../shared/pay-codes/settle-table.ts'
import { insertPaymentEvent } from '../../shared/payments-feed/payment-events.ts'
import { publishByWorker } from '../../shared/payments-feed/publish.ts'
import {
  transactReceived,
  upsertNotification,
} from '../../shared/sales/payment-hashes.ts'
import { shopRate } from '../../shared/shop/shop-rate.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  node: ({ request }) => recordNotification(request),
  phoenixd: ({ request }) => recordNotification(request),
})

/** The only type of notification that confirms the payment of a sale. */
const paymentReceived = 'payment_received'

/**
 * Records a notification, has it fanned out, and answers before that is done. In this order, a
 * socket that opens in between is either reached by the fan-out or finds the recorded frame.
 */
async function recordNotification(request: RequestFacts): Promise<void> {
  const notification = await readVerifiedNotification(request)
  const { type, paymentHash, amountSat = null } = notification
  const frame = toFrame(notification)
  const { nowMs: receivedAtMs } = request
  const event = insertPaymentEvent(frame, receivedAtMs)
  if (type === paymentReceived && paymentHash?.trim()) {
    const notified = upsertNotification(paymentHash, {
      receivedAtMs,
      amountSat,
      shopRate: await shopRate(),
    })
    const received = { receivedAtMs, amountSat: amountSat ?? undefined }
    await transactReceived([event, notified], paymentHash, received)
  } else {
    await transact([event])
  }
  await publishByWorker(frame, receivedAtMs)
  if (type === paymentReceived && paymentHash?.trim()) {
    await settleTable(paymentHash, receivedAtMs)
  }
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
