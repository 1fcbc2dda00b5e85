import { useState } from 'preact/hooks'
import { Qr } from '../../parts/controls/qr.tsx'
import { useFormats } from '../../parts/formats.tsx'
import { usePartTexts } from '../../parts/preferences.tsx'
import { useTill } from '../shop/till.tsx'
import { usePaymentTexts } from '../texts/use-texts.ts'
import { CardByNfc } from './card-by-nfc.tsx'
import { useShownInvoice } from './display-feed.tsx'
import { TimeLeft } from './time-left.tsx'
import { type LightningProps, useQuote } from './use-quote.ts'

/**
 * Shows an invoice for the rest as a large code, until it is paid; another one when it expires.
 */
export function LightningStep(props: LightningProps) {
  const texts = usePaymentTexts()
  const parts = usePartTexts()
  const { satoshis } = useFormats()
  const { quote, trouble, renew, leave } = useQuote(props)
  const invoice = quote && {
    code: `LIGHTNING:${quote.invoice.toUpperCase()}`,
    amount: satoshis(quote.amountSat),
    untilMs: Date.parse(quote.expiresAt),
  }
  useShownInvoice(invoice)
  if (!quote || !invoice) {
    return (
      <div class="selling">
        <p role="status" class={trouble ? 'trouble' : 'quiet'}>
          {trouble ?? texts.makingInvoice}
        </p>
        <div class="actions">
          <button type="button" onClick={leave}>
            {parts.back}
          </button>
          {trouble && (
            <button type="button" class="strong" onClick={renew}>
              {texts.newInvoice}
            </button>
          )}
        </div>
      </div>
    )
  }
  return (
    <div class="invoice">
      <p class="satoshis">{invoice.amount}</p>
      {quote.warning === 'node_peer_lost' && <p class="trouble">{texts.peerLost}</p>}
      <Qr text={invoice.code} label={texts.invoiceCode} />
      <p role="status" class="quiet">
        {trouble ?? texts.scan}
      </p>
      <RateLine rate={quote.rate} currency={quote.currency} source={quote.rateSource} />
      <TimeLeft untilMs={invoice.untilMs} />
      <div class="actions">
        <button type="button" onClick={leave}>
          {parts.back}
        </button>
        <Copy text={quote.invoice} />
        <CardByNfc quoteId={quote.quoteId} />
      </div>
    </div>
  )
}

type RateProps = {
  readonly rate: number
  readonly currency: string
  readonly source: string
}

function RateLine({ rate, currency, source }: RateProps) {
  const texts = usePaymentTexts()
  const { locale } = useFormats()
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return (
    <p class="quiet small">
      {texts.rate(money.format(rate), texts.rateSources[source] ?? source)}
    </p>
  )
}

function Copy({ text }: { readonly text: string }) {
  const texts = usePaymentTexts()
  const { failed } = useTill()
  const [isCopied, setCopied] = useState(false)
  // Browsers have it on https and on this machine only.
  if (!('clipboard' in navigator)) return null
  const copy = () => {
    navigator.clipboard.writeText(text).then(() => setCopied(true), failed)
  }
  return (
    <button type="button" onClick={copy}>
      {isCopied ? texts.copied : texts.copy}
    </button>
  )
}
