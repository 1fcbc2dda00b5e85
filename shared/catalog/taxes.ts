import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { insertAuditEntry } from '../people/audit/audit-trail.ts'
import { type Item, idInKey, type Key } from '../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  upsertVersioned,
  versionConflict,
} from '../platform/dynamodb/optimistic-lock.ts'
import { read } from '../platform/dynamodb/read.ts'
import { transact } from '../platform/dynamodb/transact.ts'
import { deleteItem, insert, update, type Write } from '../platform/dynamodb/write.ts'
import { transactAndRespond } from '../platform/idempotency/transact-and-respond.ts'
import { startOfDay } from '../platform/time/days.ts'
import type { Timezone } from '../platform/time/zone.ts'
import { type AsRead, refuseIfChanged } from '../platform/validation/as-read.ts'
import type { TaxInput, TaxPatch } from './tax.ts'

export type StoredTax = {
  readonly id: string
  readonly name: string
  /** Thousandths of a percent, 0 to 100,000: 16 % is 16,000. */
  readonly rateThousandths: number
  /** True for the tax of products and dishes without one; at most one tax has it. */
  readonly isDefault: boolean
  /** The rate that it changes to. Earlier releases keep the tax at its rate. */
  readonly next?: PlannedRate | undefined
}

/** A rate from the first moment of a day of the shop on, as its clocks were when it was planned. */
type PlannedRate = {
  readonly rateThousandths: number
  readonly fromDay: string
  /** Unix ms */
  readonly fromMs: number
}

/** All taxes of the shop, in one record that a sale reads together with its products. */
export type TaxesRecord = Item & {
  readonly taxes: readonly StoredTax[]
  /** Names and rates that taxes had before, the latest last; absent for none. */
  readonly past?: readonly NamedRate[]
  /** Counts changes of the taxes. */
  readonly version: number
}

type NamedRate = Pick<StoredTax, 'name' | 'rateThousandths'>

/** The key of the taxes; a shop that never had a tax has no such record. */
export const taxesKey: Key = { pk: 'TAXES', sk: 'TAXES' }

/**
 * Number of live products and dishes with the tax; a record of its own, so that changes
 * of it lock no sale's read.
 */
const usesKey = (taxId: string): Key => ({ pk: 'TAXES', sk: `USES#${idInKey(taxId)}` })

const maxTaxes = 20

/**
 * The tax of a product or dish: the one that it names, or else the default tax, if there
 * is one. Undefined means no tax.
 */
export const findTax = (
  taxes: readonly StoredTax[],
  taxId: string | null | undefined,
): StoredTax | undefined =>
  typeof taxId === 'string'
    ? taxes.find(({ id }) => id === taxId)
    : taxes.find(({ isDefault }) => isDefault)

/** The taxes with their rates of a moment in Unix ms, oldest first. */
export const taxesAt = (record: TaxesRecord | undefined, atMs: number): StoredTax[] =>
  (record?.taxes ?? []).map((tax) => withRateAt(tax, atMs))

/** A tax with its planned rate, once that has begun. */
function withRateAt({ next, ...tax }: StoredTax, atMs: number): StoredTax {
  if (next === undefined) return tax
  if (next.fromMs > atMs) return { ...tax, next }
  return { ...tax, rateThousandths: next.rateThousandths }
}

/** True if a tax of the shop has this name and rate, will have it or had it. */
export const isKnownTax = (
  { taxes = [], past = [] }: Partial<TaxesRecord> = {},
  { name, rateThousandths }: NamedRate,
): boolean =>
  [...taxes.flatMap(ratesOf), ...past].some(
    (each) => each.name === name && each.rateThousandths === rateThousandths,
  )

/** The rate of a tax and the one that it is to have. */
const ratesOf = ({ name, rateThousandths, next }: StoredTax): NamedRate[] =>
  [rateThousandths, ...(next ? [next.rateThousandths] : [])].map((rate) => ({
    name,
    rateThousandths: rate,
  }))

/** All taxes of the shop with their rates of now, oldest first. */
export const allTaxes = async () => taxesAt(await read<TaxesRecord>(taxesKey), Date.now())

/** Creates a tax. Throws `alreadyExists` for its name, `tooManyTaxes`. */
export const createTax = (input: TaxInput) =>
  retryOnConflict(async () => {
    const current = await read<TaxesRecord>(taxesKey)
    const taxes = current?.taxes ?? []
    if (taxes.length >= maxTaxes) throw new Failure('tooManyTaxes')
    const tax: StoredTax = { id: newId(), ...input }
    await transactAndRespond(
      [
        upsertTaxes(current, withTax(taxes, tax)),
        insert({ ...usesKey(tax.id), uses: 0 }),
        insertTaxAudit(tax, null, tax),
      ],
      { id: tax.id },
    )
    return { id: tax.id }
  })

/**
 * Changes a tax; `findTimezone` is the shop's. Throws `notFound`, `recordChanged`, `alreadyExists`
 * for its name, and `rateBegun` for a planned rate that would begin today or before.
 */
export const changeTax = (
  id: string,
  { nextRate, ifWas, ...patch }: TaxPatch & { readonly ifWas?: AsRead },
  findTimezone: () => Promise<Timezone>,
) =>
  retryOnConflict(async () => {
    const { record, tax } = await requireTax(id)
    refuseIfChanged(ifWas, taxOnWire(tax))
    const {
      name = tax.name,
      rateThousandths = tax.rateThousandths,
      isDefault = tax.isDefault,
    } = patch
    const next = nextRate ? planned(nextRate, await findTimezone()) : nextRate
    const changed = {
      id,
      name,
      rateThousandths,
      isDefault,
      ...(next === undefined ? tax.next && { next: tax.next } : next && { next }),
    }
    const taxes = withTax(record.taxes, changed)
    if (!isDeepStrictEqual(changed, tax)) {
      await transact([upsertTaxes(record, taxes), insertTaxAudit(tax, tax, changed)])
    }
    return { id }
  })

/** Deletes a tax that no live product or dish names. Throws `notFound`, `inUse`. */
export const deleteTax = (id: string) =>
  retryOnConflict(async () => {
    const { record, tax: deleted } = await requireTax(id)
    const others = record.taxes.filter((tax) => tax.id !== id)
    await transact([
      upsertTaxes(record, others),
      insertTaxAudit(deleted, deleted, null),
      deleteItem(
        usesKey(id),
        { when: '#uses = :none', values: { none: 0 } },
        // Another request deleted the tax if there is no count
        (uses) => (uses ? new Failure('inUse') : versionConflict()),
      ),
    ])
  })

/**
 * The writes that count the product or dish whose tax changes; undefined keeps the tax. They
 * fail with `invalid`.
 */
export function updateTaxUses(
  from: string | null | undefined,
  to: string | null | undefined,
): Write[] {
  if (to === undefined || (from ?? null) === to) return []
  const unknown = () => new Failure('invalid', { fault: `no tax has the id ${to}` })
  return [
    ...(to === null ? [] : [update(usesKey(to), { add: { uses: 1 } }, unknown)]),
    ...(from ? [update(usesKey(from), { add: { uses: -1 } })] : []),
  ]
}

async function requireTax(id: string) {
  const record = await read<TaxesRecord>(taxesKey)
  const tax = record?.taxes.find((each) => each.id === id)
  if (!record || !tax) throw new Failure('notFound')
  return { record, tax: withRateAt(tax, Date.now()) }
}

function planned(
  { rateThousandths, fromDay }: NonNullable<TaxPatch['nextRate']>,
  timezone: Timezone,
): PlannedRate {
  // Laws begin at midnight, whenever the shop's day does
  const fromMs = startOfDay(fromDay, { timezone })
  if (fromMs <= Date.now()) throw new Failure('rateBegun')
  return { rateThousandths, fromDay, fromMs }
}

/** Returns the taxes with a new or changed one; a new default replaces the earlier one. */
function withTax(taxes: readonly StoredTax[], tax: StoredTax): StoredTax[] {
  // Names of earlier releases may have blanks around them
  if (taxes.some(({ id, name }) => id !== tax.id && name.trim() === tax.name.trim())) {
    throw new Failure('alreadyExists')
  }
  const isNew = taxes.every(({ id }) => id !== tax.id)
  return [...taxes, ...(isNew ? [tax] : [])].map((each) => {
    if (each.id === tax.id) return tax
    return tax.isDefault ? { ...each, isDefault: false } : each
  })
}

const insertTaxAudit = (
  { id, name }: StoredTax,
  before: StoredTax | null,
  after: StoredTax | null,
): Write =>
  insertAuditEntry({
    kind: 'tax',
    subject: { id, name },
    before: before && auditValues(before),
    after: after && auditValues(after),
  })

const auditValues = (tax: StoredTax) => {
  const { id: _id, ...values } = taxOnWire(tax)
  return values
}

/** A tax as clients read it. */
export const taxOnWire = ({ rateThousandths, next, ...rest }: StoredTax) => ({
  ...rest,
  ratePercent: rateThousandths / 1_000,
  ...(next && {
    nextRate: { ratePercent: next.rateThousandths / 1_000, fromDay: next.fromDay },
  }),
})

const upsertTaxes = (
  current: TaxesRecord | undefined,
  taxes: readonly StoredTax[],
): Write => {
  const had = (current?.taxes ?? [])
    .flatMap(ratesOf)
    .filter((rate) => !isKnownTax({ taxes, past: current?.past ?? [] }, rate))
  const past = [...(current?.past ?? []), ...had].slice(-maxPast)
  return upsertVersioned(taxesKey, current, { taxes, ...(past.length > 0 && { past }) })
}

/** Tills hand in sales of the last 30 days. */
const maxPast = 200
