import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { NewQuote } from '../../../shared/client/api.ts'
import { newId } from '../../../shared/ids.ts'
import { isRefusal } from '../../parts/is-refusal.ts'
import { pos } from '../../parts/pos.ts'
import { useApproval } from '../approval/approval-provider.tsx'
import { NotApproved } from '../approval/ask.ts'
import type { Sold } from '../sales/outbox.ts'
import { outbox } from '../sales/own-outbox.ts'
import type { PendingSale } from '../sales/pending-sale.ts'
import { useSales } from '../sales/sales-provider.tsx'
import { useTill } from '../shop/till.tsx'
import type { Payable } from './payable.ts'
import { changeOf, type Tender, tenderInputs } from './tenders.ts'
import { useApprovalText } from './use-approval-text.ts'

/** The feed reports a payment at once; asking is for when it does not get through. In ms. */
const askMs = 4_000

/**
 * Time before an invoice expires at which it is replaced, so that nobody scans one that
 * fails. In ms.
 */
const renewMs = 5_000

export type LightningProps = {
  readonly payable: Payable
  readonly tipCents: number
  /** Other payments of the sale. */
  readonly tenders: readonly Tender[]
  readonly onSold: (sold: Sold) => void
  readonly onRefused: (error: unknown) => void
  readonly onBack: () => void
}

type Offer = { readonly quote: NewQuote; readonly sale: PendingSale }

/**
 * Makes a quote of the rest to pay, with its invoice. Sells it as soon as it is paid,
 * also when it expired meanwhile and another one is shown; each quote is in the outbox
 * while it may be paid.
 */
export function useQuote(props: LightningProps) {
  const { payable, tipCents, tenders } = props
  const { failed } = useTill()
  const { keep, sell, giveUp, abandon } = useSales()
  const approvalFor = useApproval()
  const approvalText = useApprovalText(payable, tipCents)
  /** The quotes that may still be paid, the one that is shown last. */
  const offers = useRef<readonly Offer[]>([])
  const [quote, setQuote] = useState<NewQuote>()
  const [trouble, setTrouble] = useState<string>()
  const isOver = useRef(false)
  const latest = useRef(props)
  latest.current = props

  const make = useCallback(async () => {
    setTrouble(undefined)
    const paidCents = tenders.reduce((sum, { amountCents }) => sum + amountCents, 0)
    try {
      const body = payable.quote({ tipCents, paidCents })
      const approval = payable.needs && approvalFor(payable.needs, approvalText)
      const made = await pos.quotes.create({ body, ...(approval && { approval }) })
      // Sold or left meanwhile: nobody will see this quote.
      if (isOver.current) return
      const saleId = newId()
      const sale: PendingSale = {
        saleId,
        madeMs: Date.now(),
        request: payable.quoteSale(saleId, made.quoteId, tenderInputs(tenders)),
        totalCents: made.totalCents,
        changeCents: changeOf(tenders),
        unpaidUntilMs: Date.parse(made.expiresAt),
        cart: payable.cart,
      }
      await keep(sale)
      if (isOver.current) return giveUp(saleId)
      offers.current = [...offers.current, { quote: made, sale }]
      setQuote(made)
    } catch (error) {
      if (error instanceof NotApproved) latest.current.onBack()
      else setTrouble(failed(error))
    }
  }, [payable, tipCents, tenders, keep, giveUp, failed, approvalFor, approvalText])

  /** Sells an offer if it is paid. Returns whether there is nothing more to do. */
  const trySelling = useCallback(
    async ({ sale }: Offer): Promise<boolean> => {
      if (isOver.current) return true
      try {
        const sold = await sell(sale)
        if (!sold) return isOver.current
        isOver.current = true
        for (const other of offers.current) {
          if (other.sale !== sale) giveUp(other.sale.saleId)
        }
        latest.current.onSold(sold)
        return true
      } catch (error) {
        if (!isRefusal(error)) {
          setTrouble(failed(error))
          return false
        }
        isOver.current = true
        latest.current.onRefused(error)
        return true
      }
    },
    [sell, giveUp, failed],
  )
  const tryAll = useRef(async () => {})
  tryAll.current = async () => {
    for (const offer of [...offers.current].reverse()) {
      if (await trySelling(offer)) return
    }
  }

  useEffect(() => void make(), [])
  useEffect(() => {
    const controller = new AbortController()
    const follow = async () => {
      for await (const { paymentHash } of pos.payments.watch({
        signal: controller.signal,
      })) {
        const paid = offers.current.find(({ quote }) => quote.paymentHash === paymentHash)
        if (paid) await trySelling(paid)
      }
    }
    follow().catch(failed)
    const timer = setInterval(() => void tryAll.current(), askMs)
    return () => {
      controller.abort()
      clearInterval(timer)
      if (isOver.current) return
      isOver.current = true
      for (const { sale } of offers.current) void abandon(sale)
    }
  }, [])
  useEffect(() => {
    if (!quote) return
    const leftMs = Date.parse(quote.expiresAt) - Date.now() - renewMs
    const timer = setTimeout(() => void make(), Math.max(0, leftMs))
    return () => clearTimeout(timer)
  }, [quote, make])

  /** Goes back to the other methods, unless it was paid in this moment, though not sold yet. */
  const leave = async () => {
    for (const offer of offers.current) {
      if ((await trySelling(offer)) || outbox.isNumbered(offer.sale.saleId)) return
    }
    isOver.current = true
    for (const { sale } of offers.current) giveUp(sale.saleId)
    props.onBack()
  }
  return {
    quote,
    trouble,
    renew: () => void make(),
    leave: () => void leave(),
  }
}
