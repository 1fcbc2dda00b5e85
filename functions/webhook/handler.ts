import { secret } from '../../shared/deployment/secrets.ts'
import { noResponse, transact } from '../../shared/dynamodb/transact.ts'
import { Failure } from '../../shared/failure.ts'
import type { RequestFacts } from '../../shared/http/call.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { Notification, toFrame } from '../../shared/lightning/notification.ts'
import { verify } from '../../shared/lightning/signature.ts'
import { insertPaymentEvent } from '../../shared/payments-feed/payment-events.ts'
import { publish } from '../../shared/payments-feed/publish.ts'
import { upsertNotification } from '../../shared/sales/payment-hashes.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  node: ({ request }) => recordNotification(request),
  phoenixd: ({ request }) => recordNotification(request),
})

/** Only money that came in vouches for a sale. */
const paymentReceived = 'payment_received'

/**
 * Records a payment's notification and forwards it. In this order: a socket opened
 * meanwhile is either listed for the fan-out or finds the frame on record.
 */
async function recordNotification(request: RequestFacts): Promise<void> {
  const notification = await readVerifiedNotification(request)
  const { type, paymentHash, amountSat = null } = notification
  const known = toFrame(notification)
  const { nowMs: receivedAtMs } = request
  await transact(
    [
      insertPaymentEvent(known, receivedAtMs),
      ...(type === paymentReceived && paymentHash?.trim()
        ? [upsertNotification(paymentHash, { receivedAtMs, amountSat })]
        : []),
    ],
    noResponse,
  )
  await publish(known, receivedAtMs)
}

/** Header, signature, payload. Throws `signatureMissing`, `signatureInvalid`, `invalid`. */
async function readVerifiedNotification({
  headers,
  bytes,
}: RequestFacts): Promise<Notification> {
  const signature = signatureOf(headers)
  if (signature === undefined) throw new Failure('signatureMissing')
  const body = bytes()
  if (!verify(await secret('webhook-secret'), body, signature)) {
    throw new Failure('signatureInvalid')
  }
  return parseNotification(body)
}

/** The header of the contract, else the one that phoenixd sends; a blank one is none. */
const signatureOf = (headers: RequestFacts['headers']) =>
  [headers['x-node-signature'], headers['x-phoenix-signature']].find((value) =>
    value?.trim(),
  )

function parseNotification(body: Buffer): Notification {
  try {
    return Notification.parse(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new Failure('invalid', { fault: 'not a notification' }, { cause })
  }
}
