import { useEffect, useState } from 'preact/hooks'
import { Qr } from '../../../../page-parts/controls/qr.tsx'
import { useFormats } from '../../../../page-parts/formats.tsx'
import { usePartTexts, usePreferences } from '../../../../page-parts/preferences.tsx'
import { useTill } from '../shop/till.tsx'
import { CardByNfc } from './card-by-nfc.tsx'
import { usePayTexts } from './use-pay-texts.ts'
import { type LightningProps, useQuote } from './use-quote.ts'

/** An invoice for the rest as a large code, until it is paid; another one when it expires. */
export function LightningStep(props: LightningProps) {
  const texts = usePayTexts()
  const parts = usePartTexts()
  const { satoshis } = useFormats()
  const { quote, trouble, renew, leave } = useQuote(props)
  if (!quote) {
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
      <p class="satoshis">{satoshis(quote.amountSat)}</p>
      <Qr text={`LIGHTNING:${quote.invoice.toUpperCase()}`} label={texts.invoiceCode} />
      <p role="status" class="quiet">
        {trouble ?? texts.scan}
      </p>
      <RateLine rate={quote.rate} currency={quote.currency} source={quote.rateSource} />
      <TimeLeft untilMs={Date.parse(quote.expiresAt)} />
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
  const texts = usePayTexts()
  const { locale } = usePreferences()
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return <p class="quiet small">{texts.rate(money.format(rate), source)}</p>
}

function TimeLeft({ untilMs }: { readonly untilMs: number }) {
  const texts = usePayTexts()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((untilMs - nowMs) / 1_000))
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <p class="quiet small">{texts.timeLeft(time)}</p>
}

function Copy({ text }: { readonly text: string }) {
  const texts = usePayTexts()
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
