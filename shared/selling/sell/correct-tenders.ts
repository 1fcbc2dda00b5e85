import { Failure, required } from '../../failure.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { type User, userKey } from '../../people/staff/users.ts'
import { tillDayKey } from '../../people/tills/till-records.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { insert, type Write } from '../../platform/dynamodb/write.ts'
import { bitcoinId, cashId } from '../../platform/money/payment-methods.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import {
  type DayChange,
  type DayRecord,
  dayRecordKey,
  tipsOf,
  upsertSameDay,
} from '../sales/day-record.ts'
import { addLinks, removeLinks } from '../sales/order-payments.ts'
import { type Order, orderKey } from '../sales/orders.ts'
import { type PaymentRecord, paymentKey, updatePayment } from '../sales/payments.ts'
import { type SaleSnapshot, type SaleTender, takenByOf } from '../sales/sale-snapshot.ts'
import { receiptName } from '../sales/sales-audit.ts'
import { paymentsOfSale, soldTenders } from '../sales/sold-ticket.ts'
import { amountsDiffer, checkTenders, type Tender } from '../sales/tenders.ts'
import { type TicketRecord, ticketKey, updateTicket } from '../sales/tickets.ts'
import { openPart, type TillDay } from '../sales/till-day.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  baseCurrencyOf,
} from '../shop-config/config.ts'
import type { Correction } from './correction.ts'

type CorrectionFacts = {
  readonly userId: string
  readonly approvedBy: string | undefined
  readonly nowMs: number
}

/**
 * Books a sale of the running day by other methods of the same sum; one that is booked so
 * already stays as it is. Bitcoin tenders stay. Serves PUT /orders/{id}/tenders. Throws
 * `notFound`; `notCorrectable` for a sale whose Z is made, that was refunded, or whose ticket
 * was deleted; `checkoutAmountsDiffer`, `checkoutInvalidReference`; and `permissionRequired` if
 * cash gets less and nobody agrees but the user who sold or took the money; and
 * `currencyDiffers` for a sale in another currency than the shop's, which no sum has.
 */
export const correctTenders = (
  orderId: string,
  { tenders, reason }: Correction,
  facts: CorrectionFacts,
): Promise<void> =>
  retryOnConflict(async () => {
    const [order, day, user, base] = await readMany<
      [Order, DayRecord, User, BaseCurrency]
    >([orderKey(orderId), dayRecordKey, userKey(facts.userId), baseCurrencyKey])
    const tillDay = await tillDayOf(order?.sale)
    const sale = correctable(required(order), day, tillDay)
    requireCurrency(sale, base)
    const { kept, replaced } = split(sale.tenders)
    const changed = withoutBitcoin(tenders, kept)
    const sumCents = sumOf(replaced)
    if (sumOf(changed) !== sumCents) throw amountsDiffer(sumCents, 'tenders')
    checkTenders(changed, sumCents)
    requireSecondPerson(required(order), { replaced, changed }, facts)
    await write(required(order), { sale, kept, replaced, changed }, tillDay ?? day, {
      ...facts,
      userName: user?.name ?? '',
      currencyId: baseCurrencyOf(base).id,
      reason,
    })
  })

/** Reads the day of the till whose drawer counts a sale; undefined for the shop's own. */
const tillDayOf = async (sale: SaleSnapshot | undefined) =>
  sale?.tillId !== undefined && sale.partNumber !== undefined
    ? required(await read<TillDay>(tillDayKey(sale.tillId)))
    : undefined

/** The sale of an order whose tenders may still change. */
function correctable(
  { sale, refunding }: Order,
  day: DayRecord | undefined,
  tillDay: TillDay | undefined,
) {
  if (sale?.number === undefined) throw notCorrectable('it was not sold here')
  if (sale.refunds?.length || refunding) throw notCorrectable('it was refunded')
  if (sale.voided) throw notCorrectable('its ticket was deleted')
  const isOfPart = tillDay && sale.partNumber === openPart(tillDay)
  const isOfDay =
    isOfPart ?? (day?.firstNumber !== undefined && sale.number >= day.firstNumber)
  if (!isOfDay) throw notCorrectable('its Z report is made')
  return sale
}

/** Throws `currencyDiffers` for a sale that is kept apart from the sums of the shop. */
function requireCurrency(
  { baseCurrency }: SaleSnapshot,
  base: BaseCurrency | undefined,
): void {
  const { acronym } = baseCurrencyOf(base)
  if (baseCurrency !== undefined && baseCurrency !== acronym) {
    throw new Failure('currencyDiffers')
  }
}

const notCorrectable = (reason: string) => new Failure('notCorrectable', { reason })

const isBitcoin = ({
  methodId,
  lightning,
}: Pick<Tender | SaleTender, 'methodId' | 'lightning'>) =>
  methodId === bitcoinId || Boolean(lightning?.paymentHash)

const split = (tenders: readonly SaleTender[]) => ({
  kept: tenders.filter(isBitcoin),
  replaced: tenders.filter((tender) => !isBitcoin(tender)),
})

/** The tenders without those in Bitcoin, which may be sent as they are. */
function withoutBitcoin(
  tenders: readonly Tender[],
  kept: readonly SaleTender[],
): Tender[] {
  const sent = tenders.filter(isBitcoin)
  const amounts = (all: readonly { readonly amountCents: number }[]) =>
    all
      .map(({ amountCents }) => amountCents)
      .sort((one, other) => one - other)
      .join()
  if (sent.length > 0 && amounts(sent) !== amounts(kept)) {
    throw amountsDiffer(sumOf(kept), 'tenders')
  }
  return tenders.filter((tender) => !isBitcoin(tender))
}

type Change = {
  readonly replaced: readonly SaleTender[]
  readonly changed: readonly Tender[]
}

/**
 * Demands a second person for a correction that takes cash off the books: whoever sold,
 * took the money, or entered the sale for another could keep it.
 */
function requireSecondPerson(
  order: Order,
  { replaced, changed }: Change,
  { userId, approvedBy }: CorrectionFacts,
): void {
  const involved = [order.userId, takenByOf(order).userId, order.sale?.enteredBy]
  const isLess = sumOf(changed.filter(ofCash)) < sumOf(replaced.filter(ofCash))
  if (isLess && involved.includes(userId) && approvedBy === undefined) {
    throw new Failure('permissionRequired')
  }
}

const ofCash = ({ methodId }: { readonly methodId: string }) => methodId === cashId

type Corrected = Change & {
  readonly sale: SaleSnapshot
  readonly kept: readonly SaleTender[]
}

type Booking = {
  readonly userName: string
  /** Of tenders that name no currency. */
  readonly currencyId: string
  readonly reason: string
}

async function write(
  order: Order,
  { sale, kept, replaced, changed }: Corrected,
  day: DayRecord | undefined,
  by: CorrectionFacts & Booking,
): Promise<void> {
  const { ticketId } = sale
  const replacedIds = replaced.map(({ paymentId }) => paymentId)
  const [ticket, ...found] = await readMany<[TicketRecord, ...PaymentRecord[]]>([
    ticketKey(ticketId),
    ...replacedIds.map(paymentKey),
  ])
  const earlier = found.filter((payment) => payment !== undefined)
  const { userId, userName, approvedBy, reason, nowMs } = by
  const tenders = changed.map((tender) => ({
    ...tender,
    currencyId: tender.currencyId ?? by.currencyId,
  }))
  const booked = replaced.map((tender, at) => ({
    ...tender,
    currencyId: found[at]?.currencyId,
  }))
  // Nothing changes, as in a repeated correction whose reply was lost
  if (textOf(tenders) === textOf(booked)) return
  const payments = paymentsOfSale(tenders, ticketId)
  const corrected: SaleSnapshot = {
    ...sale,
    tenders: [...kept, ...soldTenders(tenders, payments)],
    corrections: [
      ...(sale.corrections ?? []),
      {
        correctedAt: isoSeconds(nowMs),
        userId,
        userName,
        ...(approvedBy !== undefined && { approvedBy }),
        reason,
        tenders: sale.tenders,
      },
    ],
  }
  const links = removeLinks(order.payments, ticketId, replacedIds)
  await transact([
    updateUnchanged(order, ['refundRevision', 'refunding', 'payments'], {
      set: { sale: corrected, payments: addLinks(links, ticketId, payments) },
      add: { refundRevision: 1 },
    }),
    ticket &&
      updateTicket(ticket, {
        paymentIds: [
          ...ticket.paymentIds.filter((id) => !replacedIds.includes(id)),
          ...payments.map(({ id }) => id),
        ],
      }),
    ...earlier.map((payment) => updateOrDeletePayment(payment, ticketId)),
    ...payments.map((payment) => insert(payment)),
    insertAuditEntry({
      kind: 'payment',
      userId,
      subject: { id: order.id, name: receiptName(sale) },
      before: { tenders: sale.tenders.map(auditedTender) },
      after: { tenders: corrected.tenders.map(auditedTender), reason },
    }),
    upsertSameDay(day, moved(sale, corrected), versionConflict),
  ])
}

type BookedTender = Pick<SaleTender, 'methodId' | 'amountCents' | 'transactionId'> & {
  readonly currencyId: string | undefined
  readonly givenCents?: number | null
}

/** Returns a text that is equal for the same tenders in any order. */
const textOf = (tenders: readonly BookedTender[]): string =>
  tenders
    .map(({ methodId, currencyId, amountCents, transactionId = '', givenCents = null }) =>
      JSON.stringify([methodId, currencyId, amountCents, transactionId, givenCents]),
    )
    .sort()
    .join()

/** A payment that is of this ticket alone goes with it. */
const updateOrDeletePayment = (payment: PaymentRecord, ticketId: string): Write => {
  const ticketIds = payment.ticketIds.filter((id) => id !== ticketId)
  return ticketIds.length === 0
    ? deleteUnchanged(payment, ['version'])
    : updatePayment(payment, { ticketIds })
}

const auditedTender = ({ methodName, amountCents, transactionId }: SaleTender) => ({
  methodName,
  amountCents,
  ...(transactionId && { transactionId }),
})

/** The sums of the day move from the methods before to those after. */
function moved(before: SaleSnapshot, after: SaleSnapshot): DayChange {
  const less = (
    tenders: readonly { readonly methodId: string; readonly amountCents: number }[],
  ) =>
    tenders.map(({ methodId, amountCents }) => ({ methodId, amountCents: -amountCents }))
  const byMethod = Map.groupBy(
    [...less(before.tenders), ...after.tenders],
    ({ methodId }) => methodId,
  )
  const gained = [...byMethod.values()].map((same) => Math.max(0, sumOf(same)))
  return {
    tenders: [...less(before.tenders), ...after.tenders],
    tips: [...less(tipsOf(before)), ...tipsOf(after)],
    corrections: { count: 1, cents: gained.reduce((sum, cents) => sum + cents, 0) },
  }
}

const sumOf = (tenders: readonly { readonly amountCents: number }[]) =>
  tenders.reduce((sum, { amountCents }) => sum + amountCents, 0)
