import { Failure } from '../../failure.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { retryOnConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import {
  type DayChange,
  type DayRecord,
  dayRecordKey,
  nextNumber,
  type UnsoldChange,
} from '../sales/day-record.ts'
import type { HandedIn } from '../sales/handed-in.ts'
import { upsertLate } from '../sales/late-sales.ts'
import type { SalePlace } from '../sales/sold-ticket.ts'
import { DayChanged, upsertTicketNumber } from '../sales/ticket-numbers.ts'
import {
  claimOf,
  insertNumber,
  type NumberRecord,
  NumberTaken,
  numberKey,
  openPart,
  putNumber,
  type SellingTill,
  type TillDay,
  TillDayChanged,
  upsertOwnBeside,
  upsertOwnNumber,
  upsertTillSale,
} from '../sales/till-day.ts'

/** Day records that count a sale. */
export type SaleDays = {
  readonly day: DayRecord | undefined
  readonly tillDay?: TillDay | undefined
  /** Another sale has the till's number: this one gets a number of the shop's own. */
  readonly isTaken?: boolean
}

/**
 * Place that counts a sale: the fields that the sale keeps of it, and the writes of its
 * number and sums.
 */
type Place = {
  readonly sale: SalePlace
  readonly writes: (sold: SoldThere) => readonly (Write | false)[]
}

type SoldThere = {
  readonly orderId: string
  readonly userId: string
  readonly currency: string
  readonly change: DayChange
  /** Day of a sale that came after its Z. */
  readonly lateDay?: string | undefined
  readonly handedIn?: readonly HandedIn[] | undefined
  /** Outcomes of payments that no till has sold: the shop's own, also at a till. */
  readonly unsold: UnsoldChange
}

/**
 * Returns the place that counts a sale: its till's part under its till's number, or the
 * shop's own day. Throws `tillRevoked`, `handInFirst`, NumberTaken.
 */
export async function placeOf(
  { day, tillDay, isTaken = false }: SaleDays,
  till: SellingTill | undefined,
): Promise<Place> {
  const isHandIn = till?.isHandIn
  if (tillDay?.isStopped && !isHandIn) throw new Failure('tillRevoked')
  if (tillDay?.mustHandIn && !isHandIn) throw new Failure('handInFirst')
  const own = nextNumber(day)
  const where = till && { tillId: till.id, tillName: till.name }
  const putOwn = (orderId: string) => settings.tills() && putNumber('', own, orderId)
  if (!till || !tillDay || till.number === undefined) {
    return {
      sale: { number: own, ...where },
      writes: ({ orderId, currency, change, unsold }) => [
        putOwn(orderId),
        upsertTicketNumber(day, currency, { ...change, ...unsold }),
      ],
    }
  }
  const partNumber = openPart(tillDay)
  const late = ({ lateDay, change }: SoldThere) =>
    lateDay !== undefined && upsertLate(till.id, partNumber, lateDay, change)
  if (isTaken) {
    return {
      sale: { number: own, ...where, partNumber, flags: ['number_differs'] },
      writes: (sold) => [
        putOwn(sold.orderId),
        upsertOwnNumber(day, sold.currency, sold.unsold),
        late(sold),
        upsertTillSale(tillDay, sold, { isHandIn }),
      ],
    }
  }
  const { number, series } = till
  const claim = claimOf(tillDay, { number, isHandIn })
  const wasUnused = !claim && (await isUnused(series, number))
  return {
    sale: {
      number,
      series,
      ...where,
      partNumber,
      ...(wasUnused && { flags: ['was_unused'] }),
    },
    writes: (sold) => [
      claim
        ? insertNumber(series, number, sold.orderId)
        : putNumber(series, number, sold.orderId),
      upsertOwnBeside(
        tillDay,
        sold.currency,
        sold.unsold,
        (current) => new DayChanged(current),
      ),
      late(sold),
      upsertTillSale(tillDay, sold, { taken: { ...claim, number }, isHandIn }),
    ],
  }
}

/** True if a number was confirmed to have no sale. Throws NumberTaken if it has one. */
async function isUnused(series: string, number: number): Promise<boolean> {
  const record = await read<NumberRecord>(numberKey(series, number))
  if (!record?.isUnused) throw new NumberTaken()
  return true
}

const backoff = { baseMs: 5, capMs: 40 }

/**
 * Sells at a till under its number, and again where the till has sold something else or its part
 * was frozen meanwhile; with a number of the shop's own where another sale has the till's. Throws
 * `conflict` after 15 s.
 */
export function sellAtTill<T>(
  first: SaleDays & { readonly tillDay: TillDay },
  sell: (days: SaleDays) => Promise<T>,
): Promise<T> {
  let { day, tillDay } = first
  let isTaken = false
  return retryOnConflict(async () => {
    try {
      return await sell({ day, tillDay, isTaken })
    } catch (error) {
      if (error instanceof NumberTaken) {
        isTaken = true
        day = await read<DayRecord>(dayRecordKey)
      } else if (error instanceof TillDayChanged) {
        tillDay = error.day as TillDay
      } else if (error instanceof DayChanged) {
        day = error.day
      }
      throw error
    }
  }, backoff)
}
