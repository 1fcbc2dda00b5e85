import { useLayoutEffect, useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { newId } from '../../../../shared/ids.ts'
import { useFormats } from '../../../parts/formats.tsx'
import type { ShopProduct } from '../../../parts/shop-product.ts'
import { add, countOf, emptyCart, type Item, isKeyedIn, keyOf } from '../../cart/cart.ts'
import { useCarts } from '../../cart/cart-provider.tsx'
import { type PricedLine, priceCart } from '../../cart/priced-cart.ts'
import { PayDialog } from '../../payment/pay-dialog.tsx'
import type { Payable } from '../../payment/payable.ts'
import { payableCart } from '../../payment/payable-cart.ts'
import type { Scanned } from '../../scanner/find-code.ts'
import { dialogRefusal } from '../../scanner/refusal.ts'
import { useTill } from '../../shop/till.tsx'
import { useSellTexts, useTexts } from '../../texts/use-texts.ts'
import { CartPanel } from './cart-panel.tsx'
import { Goods } from './goods.tsx'
import { OptionsDialog } from './options-dialog.tsx'
import { ParkedDialog } from './parked-dialog.tsx'
import { useCartNews } from './use-cart-news.ts'
import { useCodes } from './use-codes.ts'
import { WhichDialog } from './which-dialog.tsx'

/** A payment that is shown. */
type Paying = {
  /** Replaced when the cart's products were read again. */
  readonly version: string
  readonly payable: Payable
  readonly news: readonly string[]
}

type Refused = { readonly error: unknown; readonly said: string }

/** True if a sale was refused because a price or stock has changed. */
const isByCart = (refused: Refused | undefined): boolean =>
  refused?.error instanceof PosError &&
  ['permission_required', 'checkout_insufficient_stock'].includes(refused.error.code)

const isShortOf = (key: string) => (line: PricedLine) =>
  keyOf(line.item) === key && line.left !== undefined

/** The products beside the cart; on a phone one at a time. */
export function Sell() {
  const texts = useSellTexts()
  const tillTexts = useTexts()
  const { money } = useFormats()
  const { user, shop, readProducts } = useTill()
  const { cart, priced, prices, parked, change } = useCarts()
  const newsOf = useCartNews()
  const [asked, setAsked] = useState<ShopProduct>()
  const [meant, setMeant] = useState<readonly Scanned[]>()
  const [isCartShown, setCartShown] = useState(false)
  const [isParkedShown, setParkedShown] = useState(false)
  const [paying, setPaying] = useState<Paying>()
  /**
   * News after the cart's products were read: the text of a refusal, before the payment
   * or again.
   */
  const [checked, setChecked] = useState<{ readonly refused?: Refused | undefined }>()
  /** True once the cart of the shown payment is sold, or in the outbox. */
  const [isPaid, setPaid] = useState(false)
  const [said, setSaid] = useState('')
  const [trouble, setTrouble] = useState<string>()

  const put = (item: Item, name: string) => {
    const [one] = priceCart(add(emptyCart, item), prices).lines
    const toldCents = one?.isGone ? undefined : one?.listedCents
    change((now) => add(now, item, toldCents))
    setSaid(texts.added(name))
    const next = priceCart(add(cart, item, toldCents), prices)
    const key = keyOf(item)
    const news = newsOf({ ...next, lines: next.lines.filter(isShortOf(key)) })
    setTrouble(news.length > 0 ? news.join(' ') : undefined)
  }
  const show = (refused?: Refused) => {
    const news = newsOf(priced)
    const isExplained = news.length > 0 && isByCart(refused)
    const said = refused && !isExplained ? [refused.said] : []
    setPaying({
      version: newId(),
      payable: payableCart(cart, priced, {
        userId: user.userId,
        prices,
        currencyId: shop.currency.id,
      }),
      news: [...news, ...said],
    })
  }
  /** Reads the cart's products again: prices and stock may have changed. */
  const check = async (refused?: Refused) => {
    const ids = cart.lines.flatMap(({ item }) => (isKeyedIn(item) ? [] : item.productId))
    await readProducts([...new Set(ids)], refused !== undefined)
    setChecked({ refused })
  }
  // At once: a key between the drawing and its effect may close the payment
  useLayoutEffect(() => {
    if (!checked) return
    setChecked(undefined)
    // It may be closed or paid by now
    if (!paying || cart.lines.length === 0) return
    if (priced.isSellable) return show(checked.refused)
    if (!checked.refused) return setPaying({ ...paying, news: newsOf(priced) })
    setPaying(undefined)
    setTrouble(checked.refused.said)
  }, [checked])
  const endPayment = () => {
    setPaying(undefined)
    setPaid(false)
    setCartShown(false)
  }
  const choose = (product: ShopProduct, variantId?: string) => {
    const isPlain = product.modifierGroupIds.length === 0
    if (isPlain && (variantId !== undefined || !product.hasVariants)) {
      put({ productId: product.id, ...(variantId && { variantId }) }, product.name)
    } else {
      setAsked(product)
      setTrouble(undefined)
    }
  }
  const sellCode = useCodes({
    onFound: (found) => {
      // The next customer's first
      if (isPaid) endPayment()
      const [first, second] = found
      if (second) return setMeant(found)
      if (first) choose(first.product, first.variantId)
    },
    refusalOf: (code) => (isPaid ? undefined : dialogRefusal(tillTexts, code)),
  })
  const count = countOf(cart)
  return (
    <main class={isCartShown ? 'sell with-cart' : 'sell'}>
      <Goods onChoose={choose} onItem={put} onCode={sellCode} />
      <CartPanel
        onPay={() => {
          setTrouble(undefined)
          // At once: the next key must find it open
          show()
          void check()
        }}
        onParked={() => setParkedShown(true)}
        onHide={() => setCartShown(false)}
      />
      {count > 0 && (
        <button
          type="button"
          class="strong show-cart"
          onClick={() => {
            // The cart says it itself
            setTrouble(undefined)
            setCartShown(true)
          }}
        >
          <span>
            {texts.showCart} · {texts.items(count)}
          </span>
          <strong>{money(priced.dueCents)}</strong>
        </button>
      )}
      {count === 0 && parked.length > 0 && (
        <button type="button" class="show-cart" onClick={() => setParkedShown(true)}>
          {texts.parked(parked.length)}
        </button>
      )}
      <p class="for-screen-readers" role="status">
        {said}
      </p>
      <p class="trouble scan-trouble" role="alert">
        {trouble}
      </p>
      {asked && (
        <OptionsDialog
          product={asked}
          onItem={(item) => {
            put(item, asked.name)
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {meant && (
        <WhichDialog
          found={meant}
          onChoose={({ product, variantId }) => {
            setMeant(undefined)
            choose(product, variantId)
          }}
          onClose={() => setMeant(undefined)}
        />
      )}
      {isParkedShown && (
        <ParkedDialog
          onResume={() => {
            setParkedShown(false)
            setCartShown(true)
          }}
          onClose={() => setParkedShown(false)}
        />
      )}
      {paying && (
        <PayDialog
          version={paying.version}
          payable={paying.payable}
          news={paying.news}
          onRefused={(error, said) => void check({ error, said })}
          onPaid={() => {
            change(emptyCart)
            setPaid(true)
          }}
          onClose={endPayment}
        />
      )}
    </main>
  )
}
