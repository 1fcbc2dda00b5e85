import type { Rate } from '../../../../shared/client/api.ts'
import { newId } from '../../../../shared/ids.ts'
import { pos } from '../../../parts/pos.ts'

/** The receiver; of an invoice with what it says, null where it names no amount. */
export type Target =
  | {
      readonly kind: 'invoice'
      readonly code: string
      readonly amountSat: number | null
      readonly description: string | null
    }
  | { readonly kind: 'offer' | 'address'; readonly code: string }

/** A payment out of the wallet as it is to be made. */
export type Payout = {
  readonly target: Target
  readonly amountSat: number
  /** Note to the recipient of an offer. */
  readonly message: string
  /** Satoshis per byte of a payment to an address. */
  readonly feerateSatByte: number
}

/** Tells what a text asks to pay, without a scheme such as `lightning:`; undefined for any other. */
export function readCode(
  text: string,
): { readonly kind: Target['kind']; readonly code: string } | undefined {
  const code = text.trim().replace(/^(lightning|bitcoin):/i, '')
  if (/^lno1/i.test(code)) return { kind: 'offer', code }
  if (/^ln(bc|tb)/i.test(code)) return { kind: 'invoice', code }
  const [address = ''] = code.split('?')
  const isAddress =
    /^(bc1|tb1|bcrt1)[a-z0-9]{11,87}$/i.test(address) ||
    /^[123mn][1-9A-HJ-NP-Za-km-z]{25,39}$/.test(address)
  return isAddress ? { kind: 'address', code: address } : undefined
}

/** Reads what an invoice says, by the shop; of anything else only its kind. Throws PosError. */
export async function readTarget(
  read: NonNullable<ReturnType<typeof readCode>>,
): Promise<Target> {
  const { kind, code } = read
  if (kind !== 'invoice') return { kind, code }
  const decoded = await pos.wallet.decodeInvoice({ body: { invoice: code } })
  return { kind, code, ...decoded }
}

/** Bytes of a usual transaction that pays to an address. */
const usualBytes = 200

/** About what the payment costs beside its amount, in satoshis. */
export const feeOf = ({ target, amountSat, feerateSatByte }: Payout): number =>
  target.kind === 'address'
    ? feerateSatByte * usualBytes
    : 4 + Math.ceil((amountSat * 4) / 1_000)

/** The cost of a payment, and the id that the node knows it by. */
export type Paid = {
  readonly amountSat: number
  readonly feeSat: number
  readonly id: string
}

/** Pays once however often it is called with the same key. Throws PosError. */
export async function pay(
  { target, amountSat, message, feerateSatByte }: Payout,
  idempotencyKey: string,
  rate: Rate | undefined,
): Promise<Paid> {
  const { kind, code } = target
  if (kind === 'address') {
    const body = { address: code, amountSat, feerateSatByte }
    const { txId, feesSat } = await pos.wallet.payOnchain({ body, idempotencyKey })
    return { amountSat, feeSat: feesSat, id: txId }
  }
  const note = message.trim()
  const rates = rate && {
    exchangeRate: rate.rate,
    exchangeRateCurrency: rate.currency,
  }
  const paid =
    kind === 'offer'
      ? await pos.wallet.payOffer({
          body: { offer: code, amountSat, ...(note !== '' && { message: note }) },
          idempotencyKey,
        })
      : await pos.wallet.payInvoice({
          // The invoice's own amount, if it has one, is paid to the millisatoshi
          body: {
            invoice: code,
            ...(target.kind === 'invoice' && target.amountSat === null && { amountSat }),
            ...rates,
          },
          idempotencyKey,
        })
  return {
    amountSat: paid.recipientAmountSat,
    feeSat: paid.routingFeeSat,
    id: paid.paymentHash,
  }
}

/** A payment and the key under which it is made once. */
export type Begun = { readonly payout: Payout; readonly key: string }
export const begin = (payout: Payout): Begun => ({ payout, key: newId() })

/** A long code by its beginning and its end, by which people compare it. */
export const shortened = (code: string): string =>
  code.length > 60 ? `${code.slice(0, 24)} … ${code.slice(-16)}` : code
