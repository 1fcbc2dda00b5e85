import { useState } from 'preact/hooks'
import { newId } from '../../../../shared/ids.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { isRefusal } from '../../../parts/is-refusal.ts'
import type { UnmatchedPayment } from '../../../parts/pos.ts'
import { countOf, emptyCart } from '../../cart/cart.ts'
import { useCarts } from '../../cart/cart-provider.tsx'
import { unpaidSale } from '../../payment/payable-cart.ts'
import { useSales } from '../../sales/sales-provider.tsx'
import { useTill } from '../../shop/till.tsx'
import { usePastSalesTexts } from '../../texts/use-texts.ts'

type Props = {
  readonly payment: UnmatchedPayment
  /** Called with the news once the cart is sold, or will be. */
  readonly onSold: (said: string) => void
}

/** Sells the cart of this till for a payment, whatever that is worth: an administrator decides. */
export function SellForPayment({ payment, onSold }: Props) {
  const texts = usePastSalesTexts()
  const { money } = useFormats()
  const { user, failed, readSoon } = useTill()
  const { cart, priced, change } = useCarts()
  const { sell } = useSales()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { paymentHash, cents } = payment
  const { dueCents } = priced
  if (!priced.isSellable) return <p>{texts.fillCart}</p>
  const isOther = cents !== undefined && cents !== dueCents
  const sellCart = async () => {
    setBusy(true)
    setTrouble(undefined)
    const sale = unpaidSale(cart, priced, user.userId)
    try {
      await sell({
        saleId: newId(),
        madeMs: Date.now(),
        request: { to: 'attach', paymentHash, body: { sale } },
        totalCents: dueCents,
        changeCents: 0,
        cart,
      })
      onSold(texts.soldFor(money(dueCents)))
    } catch (error) {
      const said = failed(error)
      if (isRefusal(error)) {
        setBusy(false)
        return setTrouble(said)
      }
      onSold(texts.soldForSoon(money(dueCents)))
    }
    change(emptyCart)
    readSoon()
  }
  return (
    <>
      <p class="row">
        <span>{texts.cartOf(countOf(cart))}</span>
        <strong>{money(dueCents)}</strong>
      </p>
      {isOther && (
        <p>{texts.differs(money(Math.abs(cents - dueCents)), cents > dueCents)}</p>
      )}
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button
        type="button"
        class="strong"
        disabled={isBusy}
        onClick={() => void sellCart()}
      >
        {texts.sellCart(money(dueCents))}
      </button>
    </>
  )
}
