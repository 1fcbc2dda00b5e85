import { Failure } from '../../failure.ts'
import { insertChangeAudit } from '../../people/audit/audit-trail.ts'
import type { Privileges } from '../../people/staff/permissions.ts'
import { onlyWhile } from '../../platform/dynamodb/only-while.ts'
import {
  retryOnConflict,
  unchanged,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import {
  conditionCheck,
  conditionCheckAbsent,
  upsert,
  type Write,
} from '../../platform/dynamodb/write.ts'
import type { Currency } from '../../platform/money/currencies.ts'
import {
  type DayRecord,
  dayRecordKey,
  hasNoSums,
  upsertDayCurrency,
} from '../sales/day-record.ts'
import { isCashRounding } from '../shop-config/business.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  baseCurrencyOf,
  configKey,
  type ShopConfig,
} from '../shop-config/config.ts'
import { earlierCurrencies } from '../shop-config/currency-history.ts'
import { openParts } from './parts.ts'
import { type OpenShift, openShiftKey, type Shift, shiftKey } from './shift-records.ts'
import { begunAfter } from './z-reports.ts'

/**
 * Changes the currency of the shop's prices and sums, for PUT /base-currency. A step of cash
 * rounding that the new one does not have is set to off. Throws `currencyInUse` while anything is
 * counted since the last Z, and `adminRequired` for others once anything was sold.
 */
export const changeBaseCurrency = (
  currency: Currency,
  by: Privileges,
  nowMs: number,
): Promise<void> =>
  retryOnConflict(async () => {
    const { acronym } = currency
    const [base, config, day, open] = await readMany<
      [BaseCurrency, ShopConfig, DayRecord, OpenShift]
    >([baseCurrencyKey, configKey, dayRecordKey, openShiftKey])
    const before = baseCurrencyOf(base).acronym
    const counted = day?.currency ?? before
    if (acronym === before && acronym === counted) return
    const checks = hasSold(day) ? await by.prepareAdministratorChecks() : []
    const shift = open && (await read<Shift>(shiftKey(open.shiftId)))
    const float = shift && (await begunAfter(shift, day)).initialAmountCents
    const ofTills = await openParts()
    const isEmpty = hasNoSums(day) && ofTills.every((part) => hasNoSums(part.day))
    // Parts that its close has frozen are no longer open
    const isCounted = !isEmpty || float || shift?.closing
    if (acronym !== counted && isCounted) {
      throw new Failure('currencyInUse')
    }
    const { cashRoundingCents = 0 } = config ?? {}
    const keepsRounding = isCashRounding(cashRoundingCents, currency)
    const current = base ?? { ...baseCurrencyKey, acronym: undefined }
    await transact(
      onlyWhile(checks, [
        upsert(
          baseCurrencyKey,
          {
            set: { acronym, isChanged: true, earlier: earlierCurrencies(base, nowMs) },
            ...unchanged(current, ['acronym']),
          },
          versionConflict,
        ),
        upsertDayCurrency(day, acronym, versionConflict),
        checkFloat(shift),
        config &&
          (keepsRounding
            ? conditionCheck(
                config,
                unchanged(config, ['cashRoundingCents']),
                versionConflict,
              )
            : updateUnchanged(config, ['cashRoundingCents'], {
                set: { cashRoundingCents: 0 },
              })),
        ...insertChangeAudit(
          { kind: 'config' },
          { baseCurrency: before, cashRoundingCents },
          {
            baseCurrency: acronym,
            cashRoundingCents: keepsRounding ? cashRoundingCents : 0,
          },
        ),
      ]),
    )
  })

const hasSold = (day: DayRecord | undefined): boolean =>
  day?.lastNumber !== undefined || day?.lastZNumber !== undefined

/** The cash that a shift began with is in its currency, as the sums are. */
const checkFloat = (shift: Shift | undefined): Write =>
  shift
    ? conditionCheck(shift, unchanged(shift, ['version']), versionConflict)
    : conditionCheckAbsent(openShiftKey, versionConflict)
