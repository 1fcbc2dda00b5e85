import { fromCents } from '../../money/decimal.ts'
import type { PrintedTicket } from './printed-ticket.ts'

/** A refund in cents, with the units that were given back. */
export type RefundSlip = {
  readonly id: string
  /** The number of the refunded sale; null for one without. */
  readonly number: number | null
  /** In the shop's time zone, as it is printed. */
  readonly date: string
  readonly refundedBy: string
  readonly lines: readonly {
    readonly quantity: number
    readonly name: string
    readonly cents: number
  }[]
  readonly tipCents: number
  readonly amountCents: number
  readonly method: string
  /** 0 unless satoshis were paid out. */
  readonly satoshis: number
  readonly taxes: readonly {
    readonly name: string
    readonly ratePercent: number
    readonly netCents: number
    readonly taxCents: number
  }[]
}

/** A refund as the built-in template prints it. */
export const refundTicket = (slip: RefundSlip): PrintedTicket => ({
  ticketId: slip.id,
  tableName: '',
  roomName: '',
  date: slip.date,
  items: slip.lines.map(({ quantity, name, cents }) => ({
    quantity,
    name,
    price: fromCents(cents),
  })),
  total: fromCents(slip.amountCents),
  details: {
    ...(slip.number !== null && { number: slip.number }),
    cashier: slip.refundedBy,
    tip: fromCents(slip.tipCents),
    tenders: [
      {
        method: slip.method,
        amount: fromCents(slip.amountCents),
        ...(slip.satoshis > 0 && { satoshis: slip.satoshis }),
      },
    ],
    taxes: slip.taxes.map(({ name, ratePercent, netCents, taxCents }) => ({
      name,
      ratePercent,
      net: fromCents(netCents),
      tax: fromCents(taxCents),
    })),
  },
})
