import { Failure } from '../../failure.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { Page } from '../../platform/dynamodb/page.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { transact, updateIfHolds } from '../../platform/dynamodb/transact.ts'
import { deleteIfPresent, upsert } from '../../platform/dynamodb/write.ts'
import { findCurrency } from '../../platform/money/currencies.ts'
import { satoshisFor } from '../../platform/money/fiat.ts'
import {
  dueOf,
  isPrepaidInAnotherCurrency,
  readBill,
  readDishTaxes,
} from '../../selling/bills/bill.ts'
import { ordersOfTable } from '../../selling/restaurant/restaurant-orders.ts'
import { findBaseCurrency, findConfig } from '../../selling/shop-config/config.ts'
import { currentRate } from '../rates/rates.ts'
import type { PayCodeRecord } from './pay-codes.ts'

/**
 * Amount of a pay code, held for two minutes: the wallet reads the amount first and asks
 * for its invoice some seconds later, when rate or bill may have moved.
 */
export type Hold = Item & {
  readonly untilMs: number
  readonly amountSat: number
  readonly dueCents: number
  readonly rate: number
  readonly currency: string
  /** The bill of a table's code, and who took the order. */
  readonly orderId?: string | undefined
  readonly userId?: string | undefined
}

const holdMs = 120_000

const holdKey = (codeId: string): Key => ({ pk: `PAY-CODE-HOLD#${codeId}`, sk: 'HOLD' })

/** Thrown when a code asks for nothing now, with words for the payer. */
export class NothingToPay extends Error {}

/** Returns the amount that a code holds at this time, if any. */
export async function findHold(codeId: string, nowMs: number): Promise<Hold | undefined> {
  const hold = await read<Hold>(holdKey(codeId))
  return hold && hold.untilMs > nowMs ? hold : undefined
}

/** Ends a hold before its time: its bill is paid. */
export const endHold = (codeId: string): Promise<void> =>
  transact([deleteIfPresent(holdKey(codeId))])

/**
 * Returns the amount that a code holds, or holds its current amount for two minutes.
 * Throws `NothingToPay` and the failures of rates.
 */
export async function holdAmount(
  code: PayCodeRecord,
  nowMs: number,
): Promise<Pick<Hold, 'amountSat'>> {
  for (;;) {
    const held = await findHold(code.id, nowMs)
    if (held) return held
    const due = code.kind === 'table' ? await dueOfTable(code.tableId) : await fixed(code)
    const amountSat = satoshisFor(due.dueCents, due.rate)
    if (amountSat === undefined) throw new NothingToPay('The amount is too large')
    const isHeld = await updateIfHolds(
      upsert(holdKey(code.id), {
        set: {
          ...due,
          amountSat,
          untilMs: nowMs + holdMs,
          expiresAt: Math.ceil((nowMs + holdMs) / 1_000) + 60,
        },
        remove: due.orderId === undefined ? ['orderId', 'userId'] : [],
        when: 'attribute_not_exists(#untilMs) OR #untilMs <= :nowMs',
        values: { nowMs },
      }),
    )
    if (isHeld) return { amountSat }
  }
}

type Due = Pick<Hold, 'dueCents' | 'rate' | 'currency' | 'orderId' | 'userId'>

async function fixed(code: PayCodeRecord): Promise<Due> {
  const [config, base] = await Promise.all([findConfig(), findBaseCurrency()])
  const currency = base.acronym
  const { rate } = await currentRate(currency, config?.manualRate)
  return { dueCents: code.kind === 'fixed' ? code.amountCents : 0, rate, currency }
}

/**
 * The latest orders of a table that are looked at. Anybody may ask for its code, so this reads
 * neither the whole shop's bills nor all that the table ever had.
 */
const latestOrders = 100

/** Returns the rest to pay of a table's only open bill. */
async function dueOfTable(tableId: string): Promise<Due> {
  const orders = await ordersOfTable(tableId, new Page(latestOrders, undefined))
  const [first, ...others] = orders.filter(({ status }) => status === 'open')
  if (!first) throw new NothingToPay('There is no open bill at this table')
  if (others.length > 0) {
    throw new NothingToPay('There are several bills at this table: please ask for yours')
  }
  const bill = await readBill(first.id, first, Date.now())
  if (bill.order.status !== 'open') throw new NothingToPay('The bill is paid')
  if (isPrepaidInAnotherCurrency(bill)) {
    throw new NothingToPay('This bill has to be paid at the till')
  }
  const noChanges = { discountCents: undefined, tipCents: 0 }
  const { leftCents } = dueOf(bill, noChanges, await readDishTaxes(bill))
  if (leftCents < 1) throw new NothingToPay('Nothing is left to pay at this table')
  const currency = findCurrency(bill.baseCurrencyId)?.acronym
  if (currency === undefined) throw new Failure('currencyNotFound')
  const { rate } = await currentRate(currency, bill.safeguards.manualRate)
  const { id: orderId, userId } = bill.order
  return { dueCents: leftCents, rate, currency, orderId, userId }
}
