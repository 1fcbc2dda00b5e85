import { createHash } from 'node:crypto'
import { makeInvoice } from '../../agents/make-invoice.ts'
import { isFailure } from '../../failure.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { putInvoice, readPaymentHash } from '../../selling/sales/payment-hashes.ts'
import { shopRate } from '../../selling/shop-config/shop-rate.ts'
import { NodeFailure } from '../node/failure.ts'
import { findHold, type Hold, holdAmount, NothingToPay } from './holds.ts'
import { countInvoice, TooManyInvoices } from './limits.ts'
import { type CallbackQuery, type LnurlError, maxCommentLength } from './lnurl-replies.ts'
import { findPayCode, findPayCodeNamed, type PayCodeRecord } from './pay-codes.ts'

/** The address at which a wallet asks, without a slash at the end. */
type Origin = string

/** Origin, address and time of a request. */
type Asked = { readonly origin: Origin; readonly ip: string; readonly nowMs: number }

const notFound = error('Not found')
const invoiceSeconds = 600

/** Returns a code's LNURL-pay request. Serves GET /lnurl/pay/{id}. */
export const payRequestOf = (id: string, asked: Asked) =>
  answering(async () => requestOf(await findPayCode(id), asked))

/**
 * Returns a code's LNURL-pay request by name, for Lightning addresses. A table's code is
 * served by its id alone, which nobody can guess. Serves GET /.well-known/lnurlp/{name}.
 */
export const payRequestNamed = (name: string, asked: Asked) =>
  answering(async () => {
    const code = await findPayCodeNamed(name)
    return code?.kind === 'table' ? notFound : requestOf(code, asked)
  })

async function requestOf(code: PayCodeRecord | undefined, { origin, nowMs }: Asked) {
  if (!code?.isEnabled) return notFound
  const { least, most } = await limitsOf(code, nowMs)
  return {
    tag: 'payRequest' as const,
    callback: `${origin}/lnurl/pay/${code.id}/callback`,
    minSendable: least * 1_000,
    maxSendable: most * 1_000,
    metadata: metadataOf(code, origin),
    commentAllowed: maxCommentLength,
  }
}

/** Most that wallets may send where the shop sets no limit: a tenth of a bitcoin. */
const defaultMaxSat = 10_000_000

async function limitsOf(code: PayCodeRecord, nowMs: number) {
  if (code.kind === 'open') {
    const { minSat, maxSat } = code
    const least = minSat ?? 1
    return { least, most: maxSat ?? Math.max(least, defaultMaxSat) }
  }
  const { amountSat } = await holdAmount(code, nowMs)
  return { least: amountSat, most: amountSat }
}

/**
 * The metadata of a code, whose hash its invoices carry. It depends on the code alone, so that the
 * callback repeats it exactly; a table's has no address.
 */
function metadataOf({ kind, name }: PayCodeRecord, origin: Origin): string {
  const { host } = new URL(origin)
  const rows = [
    ['text/plain', kind === 'table' ? `Bill, ${host}` : `${name}, ${host}`],
    ...(kind === 'table' ? [] : [['text/identifier', `${name}@${host}`]]),
  ]
  return JSON.stringify(rows)
}

/**
 * Makes the invoice of a code. Serves GET /lnurl/pay/{id}/callback. The invoice of a held amount
 * expires with it.
 */
export const payInvoiceOf = (
  id: string,
  { amount = '', comment = '' }: CallbackQuery,
  { origin, ip, nowMs }: Asked,
) =>
  answering(async () => {
    const code = await findPayCode(id)
    if (!code?.isEnabled) return notFound
    if (!/^\d{1,16}$/.test(amount) || Number(amount) % 1_000 !== 0) {
      return error('The amount must be whole satoshis, in millisatoshis')
    }
    if (comment.length > maxCommentLength || !comment.isWellFormed()) {
      return error(`A comment has at most ${maxCommentLength} characters`)
    }
    const amountSat = Number(amount) / 1_000
    const hold = code.kind === 'open' ? undefined : await findHold(id, nowMs)
    if (code.kind !== 'open' && !hold) return error('Too late: please scan again')
    const { least, most } = hold
      ? { least: hold.amountSat, most: hold.amountSat }
      : await limitsOf(code, nowMs)
    if (amountSat < least || amountSat > most) {
      return error(`The amount must be ${least} to ${most} satoshis`)
    }
    await countInvoice(code.id, ip, nowMs)
    const invoice = await createInvoice(code, amountSat, { hold, comment, origin, nowMs })
    return {
      pr: invoice.serialized,
      routes: [],
      verify: `${origin}/lnurl/verify/${invoice.paymentHash}`,
    }
  })

type Invoice = {
  readonly hold: Hold | undefined
  readonly comment: string
  readonly origin: Origin
  readonly nowMs: number
}

async function createInvoice(
  code: PayCodeRecord,
  amountSat: number,
  { hold, comment, origin, nowMs }: Invoice,
) {
  const hash = createHash('sha256').update(metadataOf(code, origin), 'utf8')
  const left = hold ? Math.ceil((hold.untilMs - nowMs) / 1_000) : invoiceSeconds
  const [invoice, rate] = await Promise.all([
    makeInvoice({
      descriptionHash: hash.digest('hex'),
      amountSat,
      expirySeconds: Math.max(left, 1),
    }),
    hold ? { currency: hold.currency, rate: hold.rate } : shopRate(),
  ])
  await transact([
    putInvoice(invoice.paymentHash, {
      payCodeId: code.id,
      serialized: invoice.serialized,
      amountSat,
      shopRate: rate,
      ...(comment.trim() && { comment: comment.trim() }),
      ...(hold && { dueCents: hold.dueCents }),
      ...(code.kind === 'table' && {
        tableId: code.tableId,
        orderId: hold?.orderId,
        madeBy: hold?.userId,
        isByAdmin: false,
      }),
    }),
  ])
  return invoice
}

/**
 * Says if the invoice of a code was paid; nothing about other invoices. Serves GET
 * /lnurl/verify/{hash}.
 */
export const verifyPayment = (paymentHash: string) =>
  answering(async () => {
    if (!/^[0-9a-f]{64}$/.test(paymentHash)) return notFound
    const { invoice, notification } = await readPaymentHash(paymentHash)
    if (invoice?.payCodeId === undefined) return notFound
    return {
      status: 'OK' as const,
      settled: notification !== undefined,
      preimage: null,
      pr: invoice.serialized ?? '',
    }
  })

function error(reason: string): LnurlError {
  return { status: 'ERROR', reason }
}

/** Turns failures into the error that a wallet shows to its user. */
async function answering<T>(act: () => Promise<T>): Promise<T | LnurlError> {
  try {
    return await act()
  } catch (cause) {
    if (cause instanceof NothingToPay) return error(cause.message)
    if (cause instanceof TooManyInvoices) {
      return error('Too many invoices at once: please try again in a minute')
    }
    if (cause instanceof NodeFailure) return error('The shop cannot be paid right now')
    if (isFailure(cause, 'rateUnavailable', 'ratesDiffer', 'currencyNotFound')) {
      return error('The shop knows no exchange rate right now')
    }
    throw cause
  }
}
