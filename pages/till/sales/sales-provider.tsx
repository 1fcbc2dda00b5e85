import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { PosError } from '../../../shared/client/pos-error.ts'
import { useErrorText } from '../../parts/error-text.ts'
import { useFormats } from '../../parts/formats.tsx'
import { isRefusal } from '../../parts/is-refusal.ts'
import { pos } from '../../parts/pos.ts'
import { problemOf } from '../../parts/problem.ts'
import { emptyCart } from '../cart/cart.ts'
import { useCarts } from '../cart/cart-provider.tsx'
import { keptCart } from '../cart/kept-carts.ts'
import { isHeldOpen } from '../lock/idle-lock.ts'
import { proved } from '../shop/offline-keys.ts'
import { keptTill } from '../shop/own-till.ts'
import { useOwnTill } from '../shop/own-till-provider.tsx'
import { useTill } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'
import type { HandInOutcome, Sold } from './outbox.ts'
import { outbox } from './own-outbox.ts'
import {
  canGoOffline,
  isMadeBy,
  isOfflineSale,
  mayResume,
  numberOf,
  type PendingSale,
} from './pending-sale.ts'
import { isPaidFor, sendSale } from './send-sale.ts'
import { alone, isInOtherWindow, windowId } from './this-window.ts'

/** Sales of the till: each is kept before it is sent, and sent until it is answered. */
export type Sales = {
  /** News of a sale that nobody is looking at, until the next news. */
  readonly news: string | undefined
  /** Keeps a sale whose payment is awaited, before anybody can pay for it. */
  readonly keep: (sale: PendingSale) => Promise<void>
  /**
   * Keeps a sale and sends it; one that has a receipt is sold without the cloud where that does not
   * answer. Undefined while its payment has not been received. Throws PosError; unless that is a
   * refusal, the sale stays in the outbox and is sent again.
   */
  readonly sell: (sale: PendingSale, approval?: string) => Promise<Sold | undefined>
  /** Forgets an unpaid sale. */
  readonly giveUp: (saleId: string) => void
  /** Abandons a sale, unless it was paid in this moment: then it is sold, at once or later. */
  readonly abandon: (sale: PendingSale) => Promise<void>
}

const Context = createContext<Sales | undefined>(undefined)

export function useSales(): Sales {
  const sales = useContext(Context)
  if (!sales) throw new Error('no sales above')
  return sales
}

/** Interval at which waiting sales are sent again, in ms; a hand-in that fails waits longer each time. */
const retryMs = 4_000
const longestMs = 60_000

/** Time for which a sale that was just sent is left to its sender, in ms. */
const patienceMs = 10_000

export function SalesProvider({ children }: { readonly children: ComponentChildren }) {
  const texts = useTexts()
  const errorText = useErrorText()
  const { money } = useFormats()
  const { user, isLost, failed, readSoon } = useTill()
  const { change, putBack } = useCarts()
  const { own, setOwn } = useOwnTill()
  const [news, setNews] = useState<string>()
  /** Time when this page last sent each sale, in Unix ms. */
  const sentMs = useRef(new Map<string, number>())
  /** Sales that this page is selling now. */
  const inHand = useRef(new Set<string>())
  /** True while this page is to ask whether the shop was restored. */
  const isAsking = useRef(true)
  /** Colleagues' approvals, without which a repeated sale would be refused. */
  const approvals = useRef(new Map<string, string>())

  const settled = (saleId: string) => void outbox.remove(saleId)
  const keep = async (sale: PendingSale) => {
    sentMs.current.set(sale.saleId, Date.now())
    await outbox.put(sale)
  }
  /** Keeps it with its number; undefined while it waits for a payment, which needs none yet. */
  const keepToSell = async (sale: PendingSale) => {
    const kept = outbox.find(sale.saleId) ?? { ...sale, window: windowId }
    if (numberOf(kept) !== undefined || kept.request.to === 'attach') {
      await keep(kept)
      return kept
    }
    if (own && !kept.isSent && !(await isPaidFor(kept))) return undefined
    sentMs.current.set(sale.saleId, Date.now())
    return outbox.putNumbered(kept, withProof)
  }
  const forgetTill = () => {
    void keptTill.set(undefined)
    setOwn(undefined)
  }
  /** Before the sale is forgotten: a till that stops in between hands it in again. */
  const empty = (sold: PendingSale) => {
    if (JSON.stringify(keptCart.get()) === JSON.stringify(sold.cart)) change(emptyCart)
  }
  const send = async (sale: PendingSale) => {
    const sold = await sendSale(sale, approvals.current.get(sale.saleId))
    if (sold) empty(sale)
    return sold
  }
  const sell: Sales['sell'] = async (sale, approval) => {
    inHand.current.add(sale.saleId)
    try {
      const numbered = await keepToSell(sale)
      if (!numbered) return undefined
      if (approval !== undefined) approvals.current.set(sale.saleId, approval)
      const isByMaker = isMadeBy(sale, user.userId)
      const sold = await outbox.sell(numbered, send, { isAway: isLost, isByMaker })
      if (sold?.offline) empty(sale)
      return sold
    } catch (error) {
      if (isRefusal(error) && error.code === 'till_revoked') forgetTill()
      if (error instanceof PosError && error.code === 'hand_in_first')
        isAsking.current = true
      throw error
    } finally {
      inHand.current.delete(sale.saleId)
      handInSoon.current()
    }
  }
  const resume = async (sale: PendingSale) => {
    if (!mayResume(sale, user.userId)) return
    const amount = money(sale.totalCents)
    try {
      if (!(await sell(sale))) return
      setNews(texts.soldLater(amount))
      readSoon()
    } catch (error) {
      if (!isRefusal(error, isMadeBy(sale, user.userId))) return failed(error)
      if (sale.cart && sale.unpaidUntilMs === undefined) putBack(sale.cart)
      setNews(texts.refusedLater(amount, errorText(error)))
    }
  }
  const tell = ({ booked, refused }: HandInOutcome) => {
    const totalOf = (sales: readonly PendingSale[]) =>
      money(sales.reduce((sum, { totalCents }) => sum + totalCents, 0))
    if (refused.length > 0) setNews(texts.notBooked(refused.length, totalOf(refused)))
    else if (booked.length > 0) {
      setNews(texts.handedIn(booked.length, totalOf(booked)))
      readSoon()
    }
  }
  const handIn = async (signal: AbortSignal) => {
    // Before the shop hears that nothing waits: after a restore it lacks what it had
    const said = own && (await saidOfOwn())
    const outcome = await outbox.handIn(
      (body) => pos.storeOrders.handIn({ body, signal }),
      said,
    )
    tell(outcome)
    // Then an administrator must hand in
    if (outcome.denied) setNews(failed(outcome.denied))
    if (own) await report(own.id)
    return !outcome.isToRepeat
  }
  const latest = useRef({ resume, handIn, empty, isLost })
  latest.current = { resume, handIn, empty, isLost }
  const handInSoon = useRef(() => {})
  useEffect(() => {
    const isBusy = { current: false }
    let waitMs = 0
    let notBeforeMs = 0
    const handInAll = async () => {
      if (latest.current.isLost || performance.now() < notBeforeMs) return
      const hasNone = outbox.offlineSales().every(({ refused }) => refused)
      if (hasNone && !isAsking.current) return
      isAsking.current = false
      let isDone = false
      try {
        await alone(async (signal) => {
          isDone = await latest.current.handIn(signal)
        })
      } catch (error) {
        // The receipt that is shown stays: whose session is over logs in after it
        const problem = problemOf(error)
        if (problem !== 'session-over' || !isHeldOpen()) {
          failed(error)
        }
      }
      isAsking.current ||= !isDone
      waitMs = isDone ? 0 : Math.min(longestMs, Math.max(retryMs, 2 * waitMs))
      notBeforeMs = performance.now() + waitMs
    }
    const resumeEach = async () => {
      for (const sale of outbox.all()) {
        const isInHand =
          inHand.current.has(sale.saleId) ||
          Date.now() - (sentMs.current.get(sale.saleId) ?? 0) < patienceMs
        if (outbox.isLapsed(sale)) settled(sale.saleId)
        else if (isInHand || isOfflineSale(sale) || (await isInOtherWindow(sale)))
          continue
        else if (canGoOffline(sale)) {
          const kept = await outbox.goOffline(sale.saleId).catch(() => undefined)
          // A page that was killed in between has left its goods in the cart
          if (kept) latest.current.empty(sale)
        } else await latest.current.resume(sale)
      }
    }
    const resumeAll = async () => {
      if (isBusy.current) return
      isBusy.current = true
      try {
        await resumeEach()
        await handInAll()
      } finally {
        isBusy.current = false
      }
    }
    const soon = () => {
      notBeforeMs = 0
      void resumeAll()
    }
    const ask = () => {
      isAsking.current = true
      soon()
    }
    handInSoon.current = soon
    soon()
    const timer = setInterval(() => void resumeAll(), retryMs)
    addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('online', ask)
    }
  }, [])
  const wasLost = useRef(isLost)
  useEffect(() => {
    isAsking.current ||= wasLost.current && !isLost
    wasLost.current = isLost
    if (!isLost) handInSoon.current()
  }, [isLost])

  const abandon = async (sale: PendingSale) => {
    await latest.current.resume(sale)
    if (!outbox.isNumbered(sale.saleId)) settled(sale.saleId)
  }
  const sales: Sales = { news, keep, sell, giveUp: settled, abandon }
  return <Context.Provider value={sales}>{children}</Context.Provider>
}

const withProof = async (sale: PendingSale): Promise<PendingSale> =>
  sale.receipt ? { ...sale, receipt: await proved(sale.receipt) } : sale

/** The till of this device as the shop knows it; undefined where it knows none. */
const saidOfOwn = () =>
  pos.tills.own().catch((error: unknown) => {
    if (error instanceof PosError && error.status === 404) return undefined
    throw error
  })

/** Tells the shop what waits of this till; it hears of it again after the next hand-in. */
async function report(tillId: string): Promise<void> {
  const waiting = outbox.offlineSales().filter(({ till }) => till.id === tillId)
  const [oldest, ...others] = waiting
  try {
    // Sales that wait for a person keep no till from selling after a restore
    if (oldest && waiting.every(({ refused }) => refused))
      await pos.tills.status({ body: { waitingSales: 0 } })
    await pos.tills.status({
      body: {
        waitingSales: oldest ? 1 + others.length : 0,
        oldestWaitingAt: oldest?.receipt.soldAt ?? null,
        resting: false,
      },
    })
  } catch {
    // The shop hears of the till by its sales, too
  }
}
