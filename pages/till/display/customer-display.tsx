import { useEffect } from 'preact/hooks'
import { Qr } from '../../parts/controls/qr.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useWakeLock } from '../../parts/use-wake-lock.ts'
import { isIdle, type Shown } from '../payment/shown.ts'
import { TimeLeft } from '../payment/time-left.tsx'
import { useUpdates } from '../shell/service-worker.ts'
import { useDisplayTexts } from '../texts/use-texts.ts'
import { useFromTill } from './use-from-till.ts'

/** Shows the customer what the till sends; asks the shop nothing. */
export function CustomerDisplay() {
  const texts = useDisplayTexts()
  const shown = useFromTill()
  useWakeLock()
  useUpdates(!shown || isIdle(shown))
  useEffect(() => {
    document.title = texts.display
  }, [texts])
  if (!shown) return <Notice title={texts.display} text={texts.howTo} />
  if (shown.done) return <Thanks shopName={shown.shopName} done={shown.done} />
  return shown.sums ? <ToPay shown={shown} sums={shown.sums} /> : <Idle shown={shown} />
}

function Idle({ shown: { shopName, logoUrl } }: { readonly shown: Shown }) {
  return (
    <main class="customer-display centred">
      {logoUrl && <img class="logo" src={logoUrl} alt="" />}
      <h1>{shopName}</h1>
    </main>
  )
}

type ToPayProps = { readonly shown: Shown; readonly sums: NonNullable<Shown['sums']> }

function ToPay({ shown: { shopName, title, lines, invoice }, sums }: ToPayProps) {
  const texts = useDisplayTexts()
  const steps = (['discount', 'tax', 'tip'] as const).flatMap((name) => {
    const amount = sums[name]
    return amount ? [{ name, amount: name === 'discount' ? `−${amount}` : amount }] : []
  })
  return (
    <main class="customer-display">
      <h1>{title ?? shopName}</h1>
      {lines.length > 0 && (
        <ul class="bought">
          {lines.map(({ name, details, quantity, price }, at) => (
            <li key={at}>
              <span>{quantity}×</span>
              <span class="name">
                {name}
                {details && <span class="quiet block">{details}</span>}
              </span>
              <span>{price}</span>
            </li>
          ))}
        </ul>
      )}
      <div class="to-pay">
        {invoice && (
          <div class="invoice">
            <Qr text={invoice.code} label={texts.code} />
            <p>{texts.scan}</p>
            <p class="satoshis">{invoice.amount}</p>
            <TimeLeft untilMs={invoice.untilMs} />
          </div>
        )}
        <dl aria-live="polite">
          {steps.map(({ name, amount }) => (
            <div key={name}>
              <dt>{texts[name]}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
          <div class={sums.left ? '' : 'total'}>
            <dt>{texts.total}</dt>
            <dd>{sums.total}</dd>
          </div>
          {sums.left && (
            <div class="total">
              <dt>{texts.left}</dt>
              <dd>{sums.left}</dd>
            </div>
          )}
        </dl>
      </div>
    </main>
  )
}

type ThanksProps = {
  readonly shopName: string
  readonly done: NonNullable<Shown['done']>
}

function Thanks({ shopName, done: { given, change } }: ThanksProps) {
  const texts = useDisplayTexts()
  return (
    <main class="customer-display centred">
      <h1>{texts.thanks}</h1>
      {given && <p>{texts.given(given)}</p>}
      {change && (
        <p>
          {texts.change} <strong>{change}</strong>
        </p>
      )}
      <p class="quiet">{shopName}</p>
    </main>
  )
}
