import { updateUnchanged } from '../dynamodb/optimistic-lock.ts'
import { readMany } from '../dynamodb/read.ts'
import { insert, type Write } from '../dynamodb/write.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { freezeDay } from '../sales/freeze-day.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  baseCurrencyOf,
  configKey,
  type ShopConfig,
} from '../shop/config.ts'
import { soldShop } from '../shop/sold-shop.ts'
import { type User, userKey } from '../staff/users.ts'
import type * as wire from './shift.ts'
import type { Shift } from './shift-records.ts'
import { insertZAudit } from './z-audit.ts'
import { nextZReport } from './z-reports.ts'

/** Who asks for a change, and when. */
export type Request = { readonly nowMs: number; readonly userId: string }

type DayClosing = {
  readonly changes: Partial<wire.ShiftInput & wire.ClosingAmounts>
  readonly writes: readonly Write[]
  readonly response: unknown
  readonly by: Request
}

/**
 * Closes an open shift: freezes the day as its Z and empties it in the same transaction.
 * Throws VersionConflict when the shift was changed since it was read.
 */
export async function closeDay(
  current: Shift,
  { changes, writes, response, by }: DayClosing,
) {
  const [user, config, base] = await readMany([
    userKey(by.userId),
    configKey,
    baseCurrencyKey,
  ])
  const closing = {
    ...by,
    userName: (user as User | undefined)?.name ?? null,
    shop: soldShop(config as ShopConfig | undefined),
    currency: baseCurrencyOf(base as BaseCurrency | undefined).acronym,
  }
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const closed: Shift = { ...current, ...Object.fromEntries(given) }
  await freezeDay((day, emptied) => {
    const report = nextZReport(day, closed, closing)
    return transactAndRespond(
      [
        ...writes,
        updateUnchanged(current, ['version'], {
          set: {
            ...changes,
            zNumbers: [...(current.zNumbers ?? []), report.number],
          },
          add: { version: 1 },
        }),
        insert(report),
        insertZAudit(by.userId, report),
        emptied,
      ],
      response,
    )
  })
}
