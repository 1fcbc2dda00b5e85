import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { useErrorText } from '../../parts/error-text.ts'
import { useFormats } from '../../parts/formats.tsx'
import { isRefusal } from '../../parts/is-refusal.ts'
import { emptyCart } from '../cart/cart.ts'
import { useCarts } from '../cart/cart-provider.tsx'
import { keptCart } from '../cart/kept-carts.ts'
import { keptTill, releaseNumber } from '../shop/own-till.ts'
import { useOwnTill } from '../shop/own-till-provider.tsx'
import { useTill } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { handIn, isPaidFor, type Sold } from './hand-in.ts'
import { isLapsed, outbox } from './outbox.ts'
import { isMadeBy, mayResume, numberOf, type PendingSale } from './pending-sale.ts'

/** Sales of the till: each is kept before it is sent, and sent until it is answered. */
export type Sales = {
  /** Sales that the shop has not answered yet, but for payments that are awaited. */
  readonly waiting: number
  /** News of a sale that nobody is looking at, until the next news. */
  readonly news: string | undefined
  /** Keeps a sale whose payment is awaited, before anybody can pay for it. */
  readonly keep: (sale: PendingSale) => Promise<void>
  /**
   * Keeps a sale and sends it. Undefined while its payment has not been received. Throws
   * PosError; unless that is a refusal, the sale stays in the outbox and is sent again.
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

/** Interval at which waiting sales are sent again, in ms. */
const retryMs = 4_000

/** Time for which a sale that was just sent is left to its sender, in ms. */
const patienceMs = 10_000

export function SalesProvider({ children }: { readonly children: ComponentChildren }) {
  const texts = useTexts()
  const errorText = useErrorText()
  const { money } = useFormats()
  const { user, failed, readSoon } = useTill()
  const { change, putBack } = useCarts()
  const { own, setOwn } = useOwnTill()
  const [waiting, setWaiting] = useState(() => countWaiting())
  const [news, setNews] = useState<string>()
  /** Time when this page last sent each sale, in Unix ms. */
  const sentMs = useRef(new Map<string, number>())
  /** Colleagues' approvals, without which a repeated sale would be refused. */
  const approvals = useRef(new Map<string, string>())

  const settled = (saleId: string) => {
    void outbox.remove(saleId)
    setWaiting(countWaiting())
  }
  const keep = async (sale: PendingSale) => {
    const kept = outbox.put(sale)
    sentMs.current.set(sale.saleId, Date.now())
    setWaiting(countWaiting())
    await kept
  }
  /** Keeps it with its number; undefined while it waits for a payment, which needs none yet. */
  const keepToSell = async (sale: PendingSale) => {
    const kept = outbox.find(sale.saleId) ?? sale
    if (!own || numberOf(kept) !== undefined || kept.request.to === 'attach') {
      await keep(kept)
      return kept
    }
    if (!(await isPaidFor(kept))) return undefined
    sentMs.current.set(sale.saleId, Date.now())
    const numbered = await outbox.putNumbered(kept)
    setWaiting(countWaiting())
    return numbered
  }
  const forgetTill = () => {
    void keptTill.set(undefined)
    setOwn(undefined)
  }
  /** Before the sale is forgotten: a till that stops in between hands it in again. */
  const empty = (sold: PendingSale) => {
    if (JSON.stringify(keptCart.get()) === JSON.stringify(sold.cart)) change(emptyCart)
  }
  const sell: Sales['sell'] = async (sale, approval) => {
    const numbered = await keepToSell(sale)
    if (!numbered) return undefined
    if (approval !== undefined) approvals.current.set(sale.saleId, approval)
    try {
      const sold = await handIn(numbered, approvals.current.get(sale.saleId))
      if (sold) {
        empty(sale)
        settled(sale.saleId)
      }
      return sold
    } catch (error) {
      if (isRefusal(error, isMadeBy(sale, user.userId))) {
        settled(sale.saleId)
        // A sale has that number
        if (error.code !== 'sale_differs') void releaseNumber(numberOf(numbered))
        if (error.code === 'till_revoked') forgetTill()
      }
      throw error
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
  const resumeLatest = useRef(resume)
  resumeLatest.current = resume
  useEffect(() => {
    const isBusy = { current: false }
    const resumeAll = async () => {
      if (isBusy.current) return
      isBusy.current = true
      for (const sale of outbox.all()) {
        const isInHand = Date.now() - (sentMs.current.get(sale.saleId) ?? 0) < patienceMs
        if (isLapsed(sale, Date.now())) settled(sale.saleId)
        else if (!isInHand) await resumeLatest.current(sale)
      }
      isBusy.current = false
    }
    void resumeAll()
    const timer = setInterval(() => void resumeAll(), retryMs)
    return () => clearInterval(timer)
  }, [])

  const abandon = async (sale: PendingSale) => {
    await resumeLatest.current(sale)
    if (!outbox.isNumbered(sale.saleId)) settled(sale.saleId)
  }
  const sales: Sales = { waiting, news, keep, sell, giveUp: settled, abandon }
  return <Context.Provider value={sales}>{children}</Context.Provider>
}

const countWaiting = () =>
  outbox.all().filter(({ unpaidUntilMs }) => unpaidUntilMs === undefined).length
