import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useFormats } from '../../parts/formats.tsx'
import { useCarts } from '../cart/cart-provider.tsx'
import { useTill } from '../shop/till.tsx'
import { paying, type ShownPayment } from './paying.ts'
import { channelName, opened, type Shown, type ShownInvoice } from './shown.ts'

type Feed = {
  readonly showPayment: (payment: ShownPayment | undefined) => void
  readonly showInvoice: (invoice: ShownInvoice | undefined) => void
}

const Context = createContext<Feed | undefined>(undefined)

function useFeed(): Feed {
  const feed = useContext(Context)
  if (!feed) throw new Error('no display feed above')
  return feed
}

/** Shows a payment on the customer display for as long as its component is there. */
export const useShownPayment = (payment: ShownPayment) =>
  useShown(payment, useFeed().showPayment)

/** Shows an invoice on the customer's display. */
export const useShownInvoice = (invoice: ShownInvoice | undefined) =>
  useShown(invoice, useFeed().showInvoice)

function useShown<Value>(
  value: Value | undefined,
  show: (value: Value | undefined) => void,
): void {
  useEffect(() => show(value), [JSON.stringify(value)])
  useEffect(() => () => show(undefined), [])
}

/** Sends the customer's view to the customer displays of this browser. */
export function DisplayFeed({ children }: { readonly children: ComponentChildren }) {
  const { businessName, businessLogoUrl } = useTill().shop.settings
  const { priced } = useCarts()
  const { money } = useFormats()
  const [payment, showPayment] = useState<ShownPayment>()
  const [invoice, showInvoice] = useState<ShownInvoice>()
  const idle: Shown = {
    shopName: businessName,
    // The page's policy allows pictures of this host alone.
    logoUrl: businessLogoUrl?.startsWith('/') ? businessLogoUrl : undefined,
    lines: [],
  }
  const shown = { ...idle, ...paying(priced, payment, invoice, money) }
  const latest = useRef({ idle, shown })
  latest.current = { idle, shown }
  const channel = useRef<BroadcastChannel | undefined>(undefined)

  useEffect(() => {
    const mine = new BroadcastChannel(channelName)
    channel.current = mine
    const clear = () => mine.postMessage(latest.current.idle)
    mine.onmessage = ({ data }) => {
      if (data === opened) mine.postMessage(latest.current.shown)
    }
    addEventListener('pagehide', clear)
    return () => {
      removeEventListener('pagehide', clear)
      clear()
      mine.close()
    }
  }, [])
  useEffect(() => channel.current?.postMessage(shown), [JSON.stringify(shown)])

  const feed = useMemo(() => ({ showPayment, showInvoice }), [])
  return <Context.Provider value={feed}>{children}</Context.Provider>
}
