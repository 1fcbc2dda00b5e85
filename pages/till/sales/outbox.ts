import type { HandedIn, HandIn, Till } from '../../../shared/client/api.ts'
import { PosError } from '../../../shared/client/pos-error.ts'
import { sleep } from '../../../shared/client/retry.ts'
import { isObject } from '../../parts/is-object.ts'
import { isRefusal } from '../../parts/is-refusal.ts'
import {
  isOwnTill,
  nextNumber,
  type OwnTill,
  ownTillKey,
  withFree,
  withTaken,
} from '../shop/till-numbers.ts'
import {
  canGoOffline,
  isOfflineSale,
  numberOf,
  type OfflinePending,
  type PendingSale,
  receiptNumberOf,
  withNumber,
} from './pending-sale.ts'

/** Storage that all windows share; each write is whole or not at all. */
export type OutboxStore = {
  /** Values by the beginning of their keys, as this window knows them. */
  readonly under: (prefix: string) => readonly unknown[]
  /** Keeps a value, or deletes it; false if it is not on the disk. */
  readonly keep: (key: string, value: unknown) => Promise<boolean>
  /** Changes values in one write, by those of `keys` that are stored. Throws where it is not done. */
  readonly change: (
    keys: readonly string[],
    change: (stored: readonly unknown[]) => ReadonlyMap<string, unknown>,
  ) => Promise<void>
}

/** Sales that the shop has taken, for some days: a restore may lose them. */
export type TakenStore = {
  /** Keeps a sale. Throws where the browser keeps nothing, as all of them. */
  readonly keep: (sale: OfflinePending) => Promise<void>
  readonly forget: (saleId: string) => Promise<void>
  /** The highest number of a till's sales; 0 for none. */
  readonly lastNumber: (tillId: string) => Promise<number>
  readonly ofTill: (tillId: string) => Promise<readonly OfflinePending[]>
}

/** A till as the shop knows it; the epoch is another one after each restore. */
type Said = Pick<Till, 'id' | 'lastNumber' | 'epoch'>

/** The records of a sale. */
export type Sold = {
  readonly orderId: string
  /** Of a sale at a till, such as B-42. */
  readonly receiptNumber?: string | undefined
  /** Of a sale that the shop does not know yet. */
  readonly offline?: OfflinePending | undefined
}

/** The way to sell a sale by its own request; undefined while its payment is awaited. */
type Send = (sale: PendingSale) => Promise<Sold | undefined>

/** Answers of a hand-in. */
export type HandInOutcome = {
  readonly booked: readonly PendingSale[]
  readonly refused: readonly PendingSale[]
  /** True if some are to be sent again later. */
  readonly isToRepeat: boolean
  /** Why this user may not hand in sales of another till, or of one that has ended. */
  readonly denied?: PosError | undefined
}

/** A late payment may arrive this long after its invoice can be paid no more, in ms. */
const graceMs = 15 * 60_000

/** A customer waits no longer for the cloud's answer, in ms. */
const answerMs = 6_000

/** Where other tills sell the same, a sale is tried as often, after a pause in ms. */
const maxTries = 4
const pauseMs = 250

/** The most sales of a hand-in, and the most letters of them together. */
const maxGroup = 25
const maxGroupLength = 200_000

/** Windows that claim at the same moment; then a sale goes without proof. */
const maxClaims = 5

const prefix = 'till.sales/'
const keyOf = (saleId: string) => `${prefix}${saleId}`

/** True if the request of a sale changes no more. */
const isFinal = (sale: PendingSale) => numberOf(sale) !== undefined || sale.isSent

const isPending = (value: unknown): value is PendingSale =>
  isObject(value) && typeof value.saleId === 'string' && isObject(value.request)

/**
 * The sales that the shop has not answered yet, in a storage that outlives the page. They are sold
 * once each, whatever is interrupted.
 */
export function outboxIn(
  store: OutboxStore,
  taken: TakenStore,
  { nowMs = Date.now, waitMs = answerMs } = {},
) {
  const all = (): readonly PendingSale[] =>
    store
      .under(prefix)
      .filter(isPending)
      .sort((one, other) => one.madeMs - other.madeMs)
  const find = (saleId: string) => store.under(keyOf(saleId)).find(isPending)
  const put = (sale: PendingSale) => store.keep(keyOf(sale.saleId), sale)
  const remove = (saleId: string) => store.keep(keyOf(saleId), undefined)

  /** Forgets a sale that the shop has, but for what a restored shop must get again. */
  const settle = async (sale: PendingSale) => {
    const { cart: _, refused: __, ...kept } = { ...sale, isOffline: true as const }
    // Before it leaves the outbox: a page that is killed in between hands it in again
    if (isOfflineSale(kept)) await taken.keep(kept).catch(() => undefined)
    await remove(sale.saleId)
  }

  /** Changes a sale by what is stored of it; undefined where that is gone. */
  const change = async (
    saleId: string,
    next: (stored: PendingSale) => PendingSale,
  ): Promise<PendingSale | undefined> => {
    const key = keyOf(saleId)
    let kept: PendingSale | undefined
    await store.change([key], ([stored]) => {
      kept = isPending(stored) ? next(stored) : undefined
      return kept ? new Map([[key, kept]]) : new Map()
    })
    return kept
  }

  /**
   * Keeps a sale with the next number of the till, if it is one, in the same write, unless it has
   * one, or was sent without. Returns it as it is kept: without a number where nothing can be kept.
   */
  const putNumbered = async (
    sale: PendingSale,
    prove?: (sale: PendingSale) => Promise<PendingSale>,
  ): Promise<PendingSale> => {
    let [own] = store.under(ownTillKey).filter(isOwnTill)
    const numbered = (till: OwnTill) =>
      withNumber(
        { ...sale, till: { id: till.id, series: till.series } },
        nextNumber(till),
      )
    try {
      for (let claims = 0; own && !sale.isSent && claims < maxClaims; claims += 1) {
        const known: OwnTill = own
        const ready = prove ? await prove(numbered(known)) : numbered(known)
        const isLast = !prove || claims === maxClaims - 1
        let claimed: PendingSale | undefined
        await store.change([ownTillKey, keyOf(sale.saleId)], ([stored, same]) => {
          // Another call may have claimed for it
          claimed = isPending(same) && isFinal(same) ? same : undefined
          if (claimed) return new Map()
          own = isOwnTill(stored) ? stored : undefined
          const isSame = own?.id === known.id && nextNumber(own) === nextNumber(known)
          claimed = own && (isSame ? ready : isLast ? numbered(own) : undefined)
          return own && claimed
            ? new Map<string, unknown>([
                [keyOf(sale.saleId), claimed],
                [ownTillKey, withTaken(own)],
              ])
            : new Map()
        })
        if (claimed) return claimed
      }
    } catch {
      // Then it has no number: two windows could give the same
    }
    const known = find(sale.saleId)
    if (known && isFinal(known)) return known
    const unnumbered = { ...sale, isSent: true as const }
    await put(unnumbered)
    return unnumbered
  }

  /**
   * Makes a sale one that is handed in as its receipt says, whatever becomes of its request.
   * Undefined where it is not stored any more: it is decided. Throws where nothing is kept.
   */
  const goOffline = async (saleId: string): Promise<OfflinePending | undefined> => {
    const kept = await change(saleId, (stored) =>
      canGoOffline(stored) ? { ...stored, isOffline: true } : stored,
    )
    return kept && isOfflineSale(kept) ? kept : undefined
  }

  /**
   * Forgets a sale that the shop has refused, and gives its number to the next one. Returns it
   * instead where it is an offline one by now: its receipt counts.
   */
  const refuse = async (
    sale: PendingSale,
    isNumberFree: boolean,
  ): Promise<OfflinePending | undefined> => {
    const key = keyOf(sale.saleId)
    const number = numberOf(sale)
    let kept: OfflinePending | undefined
    try {
      await store.change([key, ownTillKey], ([stored, own]) => {
        kept = isPending(stored) && isOfflineSale(stored) ? stored : undefined
        if (kept) return new Map()
        const isFree =
          isNumberFree && stored !== undefined && number !== undefined && isOwnTill(own)
        return new Map<string, unknown>([
          [key, undefined],
          ...(isFree ? [[ownTillKey, withFree(own, number)] as const] : []),
        ])
      })
    } catch {
      await remove(sale.saleId)
    }
    return kept
  }

  const soldOffline = (sale: OfflinePending): Sold => ({
    orderId: sale.saleId,
    receiptNumber: receiptNumberOf(sale),
    offline: sale,
  })

  /** Sends a sale again while other tills sell the same. */
  const sent = async (sale: PendingSale, send: Send) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await send(sale)
      } catch (error) {
        const isBusy = error instanceof PosError && error.code === 'checkout_try_again'
        if (!isBusy || tries === maxTries) throw error
        await sleep(pauseMs * tries)
      }
    }
  }

  /**
   * Sells a sale that is kept: by its own request, or as one that was made without the cloud where
   * that is away, or does not answer. Undefined while its payment is awaited. Throws PosError: a
   * refusal, after which it is forgotten, or no answer to one that needs the cloud, which stays.
   */
  const sell = async (
    sale: PendingSale,
    send: Send,
    { isAway = false, isByMaker = true } = {},
  ): Promise<Sold | undefined> => {
    const offline = async (cause: unknown) => {
      const kept =
        canGoOffline(sale) && (await goOffline(sale.saleId).catch(() => undefined))
      if (!kept) throw cause
      return soldOffline(kept)
    }
    if (isOfflineSale(sale)) return soldOffline(sale)
    if (isAway && canGoOffline(sale)) return offline(new Error('it is not kept'))
    const answer = sent(sale, send)
    let sold: Sold | undefined | typeof late
    try {
      sold = canGoOffline(sale)
        ? await Promise.race([answer, lateIn(waitMs)])
        : await answer
    } catch (error) {
      if (!isRefusal(error, isByMaker)) return offline(error)
      // A sale has that number
      const kept = await refuse(sale, error.code !== 'sale_differs')
      if (kept) return soldOffline(kept)
      throw error
    }
    if (sold === late) {
      answer.then((soldLate) => soldLate && settle(sale)).catch(() => undefined)
      return offline(new Error('no answer came in time'))
    }
    if (sold) await settle(sale)
    return sold
  }

  const offlineSales = (): readonly OfflinePending[] =>
    all()
      .filter(isOfflineSale)
      .sort((one, other) => one.receipt.number - other.receipt.number)

  /** The next sales to hand in, of one till, by rising number. */
  const nextGroup = (
    answered: ReadonlySet<string>,
    deniedTills: ReadonlySet<string>,
  ): readonly OfflinePending[] => {
    const [first, ...others] = offlineSales().filter(
      ({ refused, saleId, till }) =>
        !refused && !answered.has(saleId) && !deniedTills.has(till.id),
    )
    if (!first) return []
    const group = [first]
    let length = JSON.stringify(first.receipt).length
    for (const sale of others) {
      length += JSON.stringify(sale.receipt).length
      if (group.length === maxGroup || length > maxGroupLength) break
      if (sale.till.id === first.till.id) group.push(sale)
    }
    return group
  }

  /** True unless the shop was restored since this till last handed in everything. */
  const hasAll = async ({ id, lastNumber, epoch = '0' }: Said): Promise<boolean> => {
    const [own] = store.under(ownTillKey).filter(isOwnTill)
    if (own?.id !== id) return true
    return epoch === (own.epoch ?? '0') && lastNumber >= (await taken.lastNumber(id))
  }

  /** Has all that the shop took of a till handed in again: it takes each once. */
  const putBack = async (tillId: string) => {
    const sales = await taken.ofTill(tillId)
    const keys = sales.map(({ saleId }) => keyOf(saleId))
    await store.change(
      keys,
      (stored) =>
        new Map(
          sales.flatMap((sale, at) =>
            stored[at] === undefined ? [[keyOf(sale.saleId), sale] as const] : [],
          ),
        ),
    )
  }

  const keepEpoch = ({ id, epoch = '0' }: Said) =>
    store.change([ownTillKey], ([own]) =>
      isOwnTill(own) && own.id === id && (own.epoch ?? '0') !== epoch
        ? new Map([[ownTillKey, { ...own, epoch }]])
        : new Map(),
    )

  /**
   * Hands in what was sold without the cloud, until all of it is answered; where the shop was
   * restored, as `said` tells, with all that it took in the last days. A till that this user may not
   * hand in for holds up no other. Throws what `send` throws else, such as PosError; then everything
   * unanswered stays.
   */
  const handIn = async (
    send: (body: HandIn) => Promise<HandedIn>,
    said?: Said,
  ): Promise<HandInOutcome> => {
    const isRestored = said !== undefined && !(await hasAll(said))
    if (isRestored) await putBack(said.id)
    const booked: PendingSale[] = []
    const refused: PendingSale[] = []
    const answered = new Set<string>()
    const deniedTills = new Set<string>()
    let denied: PosError | undefined
    for (;;) {
      const group = nextGroup(answered, deniedTills)
      const [first] = group
      if (!first) {
        if (isRestored && !deniedTills.has(said.id)) await keepEpoch(said)
        return { booked, refused, isToRepeat: denied !== undefined, denied }
      }
      let results: HandedIn['results']
      try {
        ;({ results } = await send({
          sentAt: new Date(nowMs()).toISOString(),
          // The device may be another till by now
          tillId: first.till.id,
          sales: group.map(({ receipt }) => receipt),
        }))
      } catch (error) {
        if (!isRefusal(error) || ![403, 404].includes(error.status)) throw error
        deniedTills.add(first.till.id)
        denied = error
        continue
      }
      let isToRepeat = false
      for (const sale of group) {
        const result = results.find(({ saleId }) => saleId === sale.saleId)
        answered.add(sale.saleId)
        if (result?.status === 'sold' || result?.status === 'already') {
          await settle(sale)
          booked.push(sale)
        } else if (result?.status === 'refused') {
          const { code = 'offline_sale_invalid', field } = result
          await change(sale.saleId, (stored) => ({ ...stored, refused: { code, field } }))
          refused.push(sale)
          await taken.forget(sale.saleId).catch(() => undefined)
        } else isToRepeat = true
      }
      if (isToRepeat) return { booked, refused, isToRepeat, denied }
    }
  }

  return {
    all,
    find,
    put,
    putNumbered,
    remove,
    goOffline,
    sell,
    handIn,
    hasAll,
    offlineSales,
    /** True if a sale waits with a number: one for a Lightning payment is paid then. */
    isNumbered: (saleId: string): boolean => {
      const sale = find(saleId)
      return sale !== undefined && numberOf(sale) !== undefined
    },
    /** True once nobody will pay for a sale any more. One with a number is paid. */
    isLapsed: (sale: PendingSale): boolean =>
      sale.unpaidUntilMs !== undefined &&
      numberOf(sale) === undefined &&
      nowMs() > sale.unpaidUntilMs + graceMs,
  }
}

export type Outbox = ReturnType<typeof outboxIn>

const late = Symbol('late')
const lateIn = (ms: number): Promise<typeof late> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(late), ms)
  })
