import { isDeepStrictEqual } from 'node:util'
import { Failure, required } from '../../failure.ts'
import { insertAuditEntry, insertChangeAudit } from '../../people/audit/audit-trail.ts'
import type { Privileges } from '../../people/staff/permissions.ts'
import {
  areAllAdministrators,
  type StaffCount,
  staffKey,
} from '../../people/staff/staff-count.ts'
import { settings } from '../../platform/deployment/settings.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
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
  insert,
  put,
  update,
  type Write,
} from '../../platform/dynamodb/write.ts'
import {
  type Currency,
  currencyByAcronym,
  defaultAcronym,
} from '../../platform/money/currencies.ts'
import { isTimezone } from '../../platform/time/zone.ts'
import { refuseLongName } from '../../platform/validation/names.ts'
import {
  type Business,
  type BusinessInput,
  type BusinessType,
  businessDefaults,
  isCashRounding,
  type Safeguards,
} from './business.ts'

type SettingsWithDefaults = keyof typeof businessDefaults | keyof Safeguards

/** The business of the deployment as it is stored: settings that were never made are absent. */
export type ShopConfig = Item &
  Readonly<
    Omit<Business, SettingsWithDefaults> & Partial<Pick<Business, SettingsWithDefaults>>
  >

const defaultPayoutLimitSat = 100_000
const defaultLowInboundSat = 100_000

/**
 * Returns the safeguards of a shop; those that nobody set are the deployment's. Only with the count
 * of the staff is `offlineAdmins` right where nobody set it.
 */
export const safeguardsOf = (
  config: ShopConfig | undefined,
  staff?: StaffCount,
): Safeguards => ({
  verifyCheckout: config?.verifyCheckout ?? settings.verifyCheckout(),
  verifyAmounts: config?.verifyAmounts ?? settings.verifyAmounts(),
  restrictPrinters: config?.restrictPrinters ?? settings.restrictPrinters(),
  openAmounts: config?.openAmounts ?? true,
  payoutLimitSat: config?.payoutLimitSat ?? defaultPayoutLimitSat,
  manualRate: config?.manualRate ?? null,
  lowInboundSat: config?.lowInboundSat ?? defaultLowInboundSat,
  receiptPage: config?.receiptPage ?? false,
  cashRoundingCents: config?.cashRoundingCents ?? 0,
  offlineAdmins:
    config?.offlineAdmins ?? (staff !== undefined && areAllAdministrators(staff)),
  offlineMaxSaleCents: config?.offlineMaxSaleCents ?? null,
  offlineMaxTotalCents: config?.offlineMaxTotalCents ?? null,
})

/** The safeguards as a first setup sets them that asks for them. */
export const safeguardsOn = {
  verifyCheckout: true,
  verifyAmounts: true,
  restrictPrinters: true,
  openAmounts: false,
} as const satisfies Partial<Safeguards>

export type BaseCurrency = Item & {
  readonly acronym: string
  /** It was another one before: sales from before they kept theirs may have had that. */
  readonly isChanged?: true
  /**
   * Those before it, oldest first, and until when; without acronym where it may have been another.
   * Absent where it was not changed since releases keep it.
   */
  readonly earlier?: readonly { readonly acronym?: string; readonly untilMs: number }[]
}

export const configKey: Key = { pk: 'SHOP', sk: 'CONFIG' }
export const baseCurrencyKey: Key = { pk: 'SHOP', sk: 'BASE-CURRENCY' }

/** The shop's config; undefined before the first setup. */
export const findConfig = () => read<ShopConfig>(configKey)

/** The writes that create the shop. They fail with `setupAlreadyCompleted`. */
export const insertShop = (
  business: Omit<Business, 'id' | 'businessTypeConfirmed' | SettingsWithDefaults> &
    Partial<Safeguards> &
    Pick<ShopConfig, 'timezone' | 'businessProfession' | 'receiptLanguage'>,
  { acronym }: Currency,
): Write[] => [
  insert(
    {
      ...configKey,
      ...business,
      id: 1,
      businessTypeConfirmed: true,
    } satisfies ShopConfig,
    () => new Failure('setupAlreadyCompleted'),
  ),
  put({ ...baseCurrencyKey, acronym } satisfies BaseCurrency),
]

/**
 * The writes that confirm a business type which is not confirmed yet. They fail with
 * `setupAlreadyCompleted`.
 */
export const updateBusinessType = (businessType: BusinessType): Write[] => [
  update(
    configKey,
    {
      set: { businessType, businessTypeConfirmed: true },
      when: '#businessTypeConfirmed = :unconfirmed',
      values: { unconfirmed: false },
    },
    () => new Failure('setupAlreadyCompleted'),
  ),
  insertAuditEntry({
    kind: 'config',
    before: { businessTypeConfirmed: false },
    after: { businessType, businessTypeConfirmed: true },
  }),
]

/** The config with the defaults of what was never set. Throws `notFound` before the first setup. */
export async function readBusiness(): Promise<Business> {
  const [config, staff] = await readMany<[ShopConfig, StaffCount]>([configKey, staffKey])
  return withDefaults(required(config), staff)
}

const withDefaults = (config: ShopConfig, staff: StaffCount | undefined): Business => ({
  ...businessDefaults,
  ...safeguardsOf(config, staff),
  ...config,
})

/**
 * Changes the config, for PUT /config. Unchanged values change nothing, so a client may send
 * back all that it read. Throws `invalidTimezone`, `invalidCashRounding`, `notFound` before the
 * first setup, and `adminRequired` for another safeguard if the caller is not an administrator.
 */
export async function changeConfig(input: BusinessInput, by: Privileges): Promise<void> {
  requireTimezone(input.timezone)
  const step = input.cashRoundingCents
  await retryOnConflict(async () => {
    const [found, currency, staff] = await readMany<
      [ShopConfig, BaseCurrency, StaffCount]
    >([configKey, baseCurrencyKey, staffKey])
    const config = required(found)
    const current = withDefaults(config, staff)
    if (step !== undefined && !isCashRounding(step, baseCurrencyOf(currency))) {
      throw new Failure('invalidCashRounding')
    }
    refuseLongName(input.businessName, current.businessName, 'businessName')
    const changed = (Object.keys(input) as (keyof BusinessInput)[]).filter(
      (name) =>
        input[name] !== undefined && !isDeepStrictEqual(input[name], current[name]),
    )
    if (changed.length === 0) return
    const checks = changed.some((name) => name in safeguardsOf(config))
      ? await by.prepareAdministratorChecks()
      : []
    const set = Object.fromEntries(changed.map((name) => [name, input[name]]))
    await transact(
      onlyWhile(checks, [
        updateUnchanged(config, changed, { set }),
        changed.includes('cashRoundingCents') && checkBaseCurrency(currency),
        ...insertChangeAudit({ kind: 'config' }, current, set),
      ]),
    )
  })
}

/** Throws `invalidTimezone` for a text that names no time zone. */
export function requireTimezone(name: string | null | undefined): void {
  if (name === null || name === undefined || isTimezone(name)) return
  throw new Failure('invalidTimezone', { value: name })
}

/** The currency of the shop's prices and sums. */
export async function findBaseCurrency(): Promise<Currency> {
  return baseCurrencyOf(await readBaseCurrency())
}

/** The record of the base currency; undefined in a shop that has the default. */
export const readBaseCurrency = () => read<BaseCurrency>(baseCurrencyKey)

/** The currency that a record names; a shop without the record has the default. */
export const baseCurrencyOf = (record: BaseCurrency | undefined): Currency =>
  currencyByAcronym(record?.acronym ?? defaultAcronym)

/** Checks that the base currency is still the one that was read. */
const checkBaseCurrency = (record: BaseCurrency | undefined): Write =>
  record
    ? conditionCheck(record, unchanged(record, ['acronym']), versionConflict)
    : conditionCheckAbsent(baseCurrencyKey, versionConflict)
