import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type TaxesRecord, taxesKey } from '../../catalog/taxes.ts'
import { Failure, isFailure } from '../../failure.ts'
import { describeError, logger } from '../../logger.ts'
import { type CallerIds, isAdministrator } from '../../people/staff/live-user.ts'
import { holds, permissionsOf } from '../../people/staff/permissions.ts'
import { type Role, roleKey } from '../../people/staff/roles.ts'
import { type User, userKey } from '../../people/staff/users.ts'
import { isCopied } from '../../people/tills/note-till.ts'
import {
  isProofOf,
  type ProofFacts,
  type TillPerson,
  tillPersonKey,
} from '../../people/tills/till-people.ts'
import {
  type TillRecord,
  type TillSeen,
  tillSeenKey,
} from '../../people/tills/till-records.ts'
import { VersionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readMany } from '../../platform/dynamodb/read.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { parse } from '../../platform/validation/parse.ts'
import { type DayRecord, dayRecordKey } from '../sales/day-record.ts'
import { findOrder, orderKey } from '../sales/orders.ts'
import type { Seller } from '../sales/payment-owner.ts'
import type { SaleFlag } from '../sales/sale-flags.ts'
import type { SaleIds } from '../sales/sale-on-wire.ts'
import { soldAtOf } from '../sales/sale-snapshot.ts'
import { idsOfOrder, isSameContent, type Taken } from '../sales/sell-once.ts'
import { numberBefore } from '../sales/till-day.ts'
import type { SalePayment } from '../sell/payable.ts'
import { sell } from '../sell/sell.ts'
import { closedMsOf } from '../shifts/z-reports.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  baseCurrencyOf,
} from '../shop-config/config.ts'
import {
  type HandIn,
  type HandInResult,
  maxSaleBytes,
  OfflineSale,
} from './offline-sale.ts'
import { Refused } from './refused.ts'
import { contentOf, refuseTenders, written } from './written-sale.ts'

/** Where sales are handed in, by whom and when. */
export type HandInFacts = {
  readonly till: TillRecord
  /** That of the till's token; undefined where an administrator hands in for it. */
  readonly generation: number | undefined
  readonly caller: Seller &
    CallerIds & {
      /** Packed, see `packPermissions`. */
      readonly permissions: string
    }
  readonly nowMs: number
}

/** Records by which all sales of a request are judged by. */
type Known = Awaited<ReturnType<typeof readKnown>>

/** A sale as it was sent, and as it was read unless it cannot be. */
type Sent = { readonly raw: unknown; readonly sale: OfflineSale | Refused }

/** A clock may differ by that. */
const clockMs = 2 * 60_000
/** Age of a sale that is handed in without an administrator's word, in ms. */
export const oldestMs = 30 * 24 * 60 * 60_000

/**
 * Hands in what a till sold without the cloud: each sale in a transaction of its own, by rising
 * number, and none holds up another. Serves POST /sync/sales. Throws `permissionRequired` where an
 * administrator must do it, and `tillRevoked`.
 */
export async function handIn(
  { sentAt, sales, accept, reason }: HandIn,
  facts: HandInFacts,
): Promise<{ results: HandInResult[] }> {
  const isRevoked = facts.till.revokedAtMs !== undefined
  if ((accept || isRevoked) && !(await isAdministrator(facts.caller))) {
    throw new Failure(isRevoked ? 'tillRevoked' : 'permissionRequired')
  }
  const sent = sales.map((raw): Sent => ({ raw, sale: readSale(raw) }))
  const known = await readKnown(sent, facts)
  const request = {
    sentMs: Date.parse(sentAt),
    accepted: accept ? reason.trim() : undefined,
    facts,
    known,
    /** When the sales of this request were sold, by number. */
    soldMs: new Map<number, number>(),
  }
  const results = new Map<Sent, HandInResult>()
  const numberOf = ({ sale }: Sent) => (sale instanceof Refused ? 0 : sale.number)
  for (const each of sent.toSorted((one, other) => numberOf(one) - numberOf(other))) {
    results.set(each, await resultOf(each, request))
  }
  return { results: sent.flatMap((each) => results.get(each) ?? []) }
}

type Request = {
  readonly sentMs: number
  readonly accepted: string | undefined
  readonly facts: HandInFacts
  readonly known: Known
  readonly soldMs: Map<number, number>
}

function readSale(raw: unknown): Sent['sale'] {
  try {
    const isSmall = Buffer.byteLength(JSON.stringify(raw)) <= maxSaleBytes
    return isSmall ? parse(OfflineSale, raw) : new Refused('offline_sale_invalid')
  } catch (error) {
    // Nested deeper than the stack
    if (error instanceof RangeError) return new Refused('offline_sale_invalid')
    if (!(error instanceof Failure)) throw error
    const { field } = error.details
    return new Refused(
      'offline_sale_invalid',
      field === undefined ? field : String(field),
    )
  }
}

async function readKnown(sent: readonly Sent[], { till }: HandInFacts) {
  const sales = sent.flatMap(({ sale }) => (sale instanceof Refused ? [] : sale))
  const userIds = [...new Set(sales.map(({ userId }) => userId))]
  const [taxes, day, seen, currency, ...rest] = await readMany([
    taxesKey,
    dayRecordKey,
    tillSeenKey(till.id),
    baseCurrencyKey,
    ...userIds.map(userKey),
    ...userIds.map((id) => tillPersonKey(till.id, id)),
    ...sales.map(({ saleId }) => orderKey(saleId)),
  ])
  const users = rest.splice(0, userIds.length) as (User | undefined)[]
  const people = rest.splice(0, userIds.length) as (TillPerson | undefined)[]
  const roleIds = [...new Set(users.flatMap((user) => user?.roleId ?? []))]
  const [lastZMs, roles] = await Promise.all([
    closedMsOf((day as DayRecord | undefined)?.lastZNumber),
    readMany<Role[]>(roleIds.map(roleKey)),
  ])
  const roleOf = (user: User | undefined) =>
    roles.find((role) => role !== undefined && role.id === user?.roleId)
  return {
    taxes: taxes as TaxesRecord | undefined,
    seen: seen as TillSeen | undefined,
    baseCurrencyId: baseCurrencyOf(currency as BaseCurrency | undefined).id,
    lastZMs,
    /** Records that prove the sellers, by their ids. */
    sellers: new Map(
      userIds.map((id, at) => [
        id,
        { tillId: till.id, user: users[at], person: people[at] },
      ]),
    ),
    /** Those who may give discounts. */
    discounters: new Set(
      users.flatMap((user) =>
        user && holds(permissionsOf(roleOf(user)), 'orders_discount') ? user.id : [],
      ),
    ),
    earlier: new Map(
      (rest as (Taken | undefined)[]).flatMap((taken, at) =>
        taken ? [[sales[at]?.saleId ?? '', taken]] : [],
      ),
    ),
  }
}

/** Result of a sale. Nothing of another one changes that. */
async function resultOf({ raw, sale }: Sent, request: Request): Promise<HandInResult> {
  const saleId = saleIdIn(raw)
  try {
    if (sale instanceof Refused) throw sale
    return { saleId, ...(await bookOrRepeat(sale, raw, request)) }
  } catch (error) {
    const refused = isFailure(error, 'saleDiffers') ? new Refused('sale_differs') : error
    if (refused instanceof Refused) {
      const { code, field } = refused
      return { saleId, status: 'refused', code, ...(field && { field }), flags: [] }
    }
    if (!(error instanceof Failure || error instanceof VersionConflict)) {
      logger.error('sale-not-handed-in', { failure: describeError(error) })
    }
    return { saleId, status: 'again', flags: [] }
  }
}

const saleIdIn = (raw: unknown): string | null => {
  const { saleId = null } = (raw ?? {}) as { saleId?: unknown }
  return typeof saleId === 'string' ? saleId.slice(0, 200) : null
}

async function bookOrRepeat(sale: OfflineSale, raw: unknown, request: Request) {
  const { accepted, known } = request
  const earlier = known.earlier.get(sale.saleId)
  const isOf = (atMs: number) => isProven(raw, atMs, known.sellers.get(sale.userId))
  if (!earlier) return book(sale, sale.saleId, isOf, request)
  if (isSameContent(earlier, contentOf(sale))) return repeated(earlier)
  const orderId = idBeside(sale)
  const beside = await read<Taken>(orderKey(orderId))
  if (beside && isSameContent(beside, contentOf(sale))) return repeated(beside)
  if (accepted === undefined) throw new Refused('sale_differs')
  return book(sale, orderId, isOf, request)
}

const repeated = (earlier: Taken) => {
  const ids = earlier.kind === 'settlement' ? earlier : idsOfOrder(earlier)
  return answer('already', ids)
}

const answer = (
  status: 'sold' | 'already',
  { orderId, receiptNumber, flags = [] }: SaleIds,
) => ({ status, orderId, ...(receiptNumber && { receiptNumber }), flags: [...flags] })

/** The id of a sale that is accepted beside another one with its id: the same each time. */
function idBeside(sale: OfflineSale): string {
  const { digest } = contentOf(sale)
  const hex = createHash('sha256').update(`${sale.saleId} ${digest}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`]
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}

/** There is no payment to confirm: its till took the money. */
const takenThere: SalePayment<never> = {
  hashes: [],
  read: async () => [],
  requireSellable: async () => {},
  confirm: async () => ({ payments: [] }),
}

/** True if the seller's key proves a sale, as it was sent, that was sold then. */
async function isProven(raw: unknown, atMs: number, seller: ProofFacts | undefined) {
  const { proof, ...content } = raw as Readonly<Record<string, unknown>>
  if (typeof proof !== 'string' || !seller) return false
  const written = canonical(content)
  return written !== undefined && isProofOf(proof, written, atMs, seller)
}

/** A sale as RFC 8785 writes it; undefined for text with half a character, which it cannot. */
function canonical(content: unknown): string | undefined {
  try {
    return canonicalize(content)
  } catch {
    return undefined
  }
}

async function book(
  sale: OfflineSale,
  orderId: string,
  isProvenAt: (atMs: number) => Promise<boolean>,
  request: Request,
) {
  const { accepted, facts, known, soldMs } = request
  const { till, caller, nowMs: receivedMs, generation } = facts
  if (accepted === undefined) refuseTenders(sale)
  const { atMs, flags } = await timeOf(sale, request)
  if (accepted === undefined) {
    if (sale.currencyId !== known.baseCurrencyId) {
      throw new Refused('offline_currency_differs', 'currencyId')
    }
    if (atMs < receivedMs - oldestMs) throw new Refused('offline_sale_too_old', 'soldAt')
  }
  if (till.revokedAtMs !== undefined) flags.push('till_revoked')
  if (generation !== undefined && isCopied({ generation }, known.seen, receivedMs)) {
    flags.push('till_copied')
  }
  if (!(await isProvenAt(atMs))) flags.push('user_not_on_till')
  const tickets = new Set<string>()
  const stated = isoSeconds(Date.parse(sale.soldAt))
  const ids = await sell(
    written(sale, {
      orderId,
      flags,
      statedAt: stated === isoSeconds(atMs) ? undefined : stated,
      receivedMs,
      lastZMs: known.lastZMs,
      taxes: known.taxes,
      // The seller is a name where no proof is asked for
      mayDiscount:
        known.discounters.has(sale.userId) &&
        holds(caller.permissions, 'orders_discount'),
      tickets,
      accepted,
    }),
    takenThere,
    {
      nowMs: atMs,
      userId: caller.userId,
      isAdmin: caller.isAdmin,
      apiKeyId: caller.apiKeyId,
      mayDiscount: true,
      till: { ...till, number: sale.number, isHandIn: true },
    },
  )
  const isSold = tickets.has(ids.ticketId)
  // A number that another sale has says nothing of those after it
  const hasNumber = !ids.flags?.includes('number_differs')
  if (isSold && hasNumber) soldMs.set(sale.number, atMs)
  return answer(isSold ? 'sold' : 'already', ids)
}

/**
 * When a sale counts as sold, in Unix ms: by the server's clock, not after now and not before the
 * sale of the next lower number.
 */
async function timeOf(
  { soldAt, number }: OfflineSale,
  { sentMs, facts, soldMs }: Request,
): Promise<{ atMs: number; flags: SaleFlag[] }> {
  const { nowMs, till } = facts
  const statedMs = Date.parse(soldAt)
  const beforeMs = soldMs.get(number - 1) ?? (await soldBefore(till.series, number))
  const movedMs = Math.min(statedMs + nowMs - sentMs, nowMs)
  const isClockOff = Math.abs(nowMs - sentMs) > clockMs || statedMs > sentMs
  // Orders keep seconds
  const isBackdated = Math.floor(movedMs / 1000) < Math.floor(beforeMs / 1000)
  return {
    atMs: isBackdated ? beforeMs : movedMs,
    flags: [
      ...(isClockOff ? (['clock_differs'] as const) : []),
      ...(isBackdated ? (['backdated'] as const) : []),
    ],
  }
}

/** When the sale of the next lower number was made, in Unix ms; 0 where none is known. */
async function soldBefore(series: string, number: number): Promise<number> {
  const { orderId } = (await numberBefore(series, number)) ?? {}
  const order = orderId === undefined ? undefined : await findOrder(orderId)
  return order ? Date.parse(soldAtOf(order)) : 0
}
