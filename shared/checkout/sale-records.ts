import { newId } from '../ids.ts'
import { listedAt, orderKey } from '../sales/orders.ts'
import type { SaleSnapshot } from '../sales/sale-snapshot.ts'
import { type SoldTicket, soldTicket } from '../sales/sold-ticket.ts'
import { isoSeconds } from '../time/iso.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import type { SaleInputs } from './sale-inputs.ts'
import type { SalePlan } from './sale-plan.ts'
import type { StoreOrderRecord } from './store-orders.ts'

export type SaleRecords = Pick<SoldTicket, 'ticket' | 'payments'> & {
  readonly order: StoreOrderRecord & { readonly sale: SaleSnapshot }
}

/** The order, ticket and payments of a sale, each naming the others. */
export function saleRecords(
  { amountCents, tipCents, ticketNotes, tenders }: CheckoutRequest,
  { day, baseCurrencyId, pricesIncludeTax, shop }: SaleInputs,
  { user, items, sums }: SalePlan,
  nowMs: number,
): SaleRecords {
  const orderId = newId()
  const { ticket, payments, sale } = soldTicket(
    {
      orderId,
      userId: user.id,
      totalCents: amountCents,
      tipCents,
      notes: ticketNotes,
      sums,
      tenders,
      day,
      baseCurrencyId,
      pricesIncludeTax,
      shop,
    },
    nowMs,
  )
  return {
    order: {
      ...orderKey(orderId),
      id: orderId,
      kind: 'store',
      userId: user.id,
      userName: user.name,
      tableId: null,
      status: 'closed',
      settled: true,
      totalCents: amountCents,
      createdAt: isoSeconds(nowMs),
      listedAt: listedAt(nowMs, orderId),
      items,
      payments: payments.map(
        ({ id: paymentId, methodId, amountCents: cents, lightning, ticketIds }) => ({
          paymentId,
          methodId,
          amountCents: cents,
          lightning,
          ticketIds,
        }),
      ),
      sale,
    },
    ticket,
    payments,
  }
}
