import { useState } from 'preact/hooks'
import { useFormats } from '../../../../../page-parts/formats.tsx'
import type { Product } from '../../../../../shared/client/api.ts'
import { add, countOf, emptyCart, type Item } from '../../cart/cart.ts'
import { useCarts } from '../../cart/cart-provider.tsx'
import { PayDialog } from '../../pay/pay-dialog.tsx'
import { payableCart } from '../../pay/payable-cart.ts'
import { useTill } from '../../shop/till.tsx'
import { CartPanel } from './cart-panel.tsx'
import { Goods } from './goods.tsx'
import { OptionsDialog } from './options-dialog.tsx'
import { ParkedDialog } from './parked-dialog.tsx'
import { useScanner } from './use-scanner.ts'
import { useSellTexts } from './use-sell-texts.ts'

/** The products beside the cart; on a phone one at a time. */
export function Sell() {
  const texts = useSellTexts()
  const { money } = useFormats()
  const { user } = useTill()
  const { cart, priced, parked, change } = useCarts()
  const [asked, setAsked] = useState<Product>()
  const [isCartShown, setCartShown] = useState(false)
  const [isParkedShown, setParkedShown] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const [said, setSaid] = useState('')
  const [trouble, setTrouble] = useState<string>()

  const put = (item: Item, name: string) => {
    change((now) => add(now, item))
    setSaid(texts.added(name))
    setTrouble(undefined)
  }
  const choose = (product: Product, variantId?: string) => {
    const isPlain = product.modifierGroupIds.length === 0
    if (isPlain && (variantId !== undefined || !product.hasVariants)) {
      put({ productId: product.id, ...(variantId && { variantId }) }, product.name)
    } else {
      setAsked(product)
      setTrouble(undefined)
    }
  }
  const scan = useScanner(choose, setTrouble)
  const count = countOf(cart)
  return (
    <main class={isCartShown ? 'sell with-cart' : 'sell'}>
      <Goods onChoose={choose} onItem={put} onCode={scan} />
      <CartPanel
        onPay={() => {
          setTrouble(undefined)
          setPaying(true)
        }}
        onParked={() => setParkedShown(true)}
        onHide={() => setCartShown(false)}
      />
      {count > 0 && (
        <button type="button" class="strong show-cart" onClick={() => setCartShown(true)}>
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
      {isParkedShown && (
        <ParkedDialog
          onResume={() => {
            setParkedShown(false)
            setCartShown(true)
          }}
          onClose={() => setParkedShown(false)}
        />
      )}
      {isPaying && (
        <PayDialog
          payable={payableCart(cart, priced, user.userId)}
          onPaid={() => change(emptyCart)}
          onClose={() => {
            setPaying(false)
            setCartShown(false)
          }}
        />
      )}
    </main>
  )
}
