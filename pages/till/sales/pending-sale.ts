import type { OfflineSale } from '../../../shared/client/api.ts'
import type { Cart } from '../cart/cart.ts'
import type { SaleRequest } from './sale-request.ts'

/**
 * A sale from the tap that makes it until the shop has answered: all the data to send it
 * again after any interruption. Its id makes repetitions one sale.
 */
export type PendingSale = {
  readonly saleId: string
  readonly madeMs: number
  readonly request: SaleRequest
  /** Amount that the customer paid in all, and the change, in cents. */
  readonly totalCents: number
  readonly changeCents: number
  /** Set while its Lightning payment is awaited: until when the invoice can be paid, Unix ms. */
  readonly unpaidUntilMs?: number | undefined
  /** Its cart, to be put back if the shop refuses it; a bill stays with its table. */
  readonly cart?: Cart | undefined
  /** Its receipt, where it can be sold without the cloud; the number is 0 until it has one. */
  readonly receipt?: OfflineSale | undefined
  /** The till that gave its number. */
  readonly till?: { readonly id: string; readonly series: string } | undefined
  /** Set before it is sent without a number: its request stays as it is, so it never gets one. */
  readonly isSent?: true | undefined
  /** The window that sells it. */
  readonly window?: string | undefined
  /** Set once its receipt counts: it is handed in as it stands there, and no longer refused. */
  readonly isOffline?: true | undefined
  /** Set once the shop does not book it: it waits for a person. */
  readonly refused?: { readonly code: string; readonly field?: string | undefined }
}

/** A sale that was made without the cloud. */
export type OfflinePending = PendingSale & {
  readonly receipt: OfflineSale
  readonly till: { readonly id: string; readonly series: string }
}

export const isOfflineSale = (sale: PendingSale): sale is OfflinePending =>
  sale.isOffline === true && sale.receipt !== undefined && sale.till !== undefined

/** True if a sale has all that it takes to be sold without the cloud. */
export const canGoOffline = (sale: PendingSale): boolean =>
  sale.receipt !== undefined && sale.till !== undefined

/** Its number on paper, such as B-42. */
export const receiptNumberOf = ({ receipt, till }: OfflinePending): string =>
  `${till.series}-${receipt.number}`

/** True if that user made the sale. */
export function isMadeBy({ request }: PendingSale, userId: string): boolean {
  const sale = request.to === 'attach' ? request.body.sale : request.body
  return sale?.userId === userId
}

/** The number that the till gave a sale. */
export const numberOf = ({ request }: PendingSale): number | undefined =>
  request.to === 'attach' ? undefined : (request.body.number ?? undefined)

/** The sale with a number of the till; one for a payment that nobody sold has one of the shop. */
export const withNumber = (sale: PendingSale, number: number | undefined): PendingSale =>
  sale.request.to === 'attach' || number === undefined
    ? sale
    : {
        ...sale,
        ...(sale.receipt && { receipt: { ...sale.receipt, number } }),
        request: {
          ...sale.request,
          body: { ...sale.request.body, number },
        } as SaleRequest,
      }

/**
 * True if that user may send the sale again: only its maker sells for an unmatched
 * payment.
 */
export const mayResume = (sale: PendingSale, userId: string): boolean =>
  sale.request.to !== 'attach' || isMadeBy(sale, userId)
