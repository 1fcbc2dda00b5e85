import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useFormats } from '../../../parts/formats.tsx'
import { type Cart, emptyCart } from '../../cart/cart.ts'
import { useCarts } from '../../cart/cart-provider.tsx'
import { NeedsApproval } from '../../cart/needs-approval.tsx'
import type { PricedLine } from '../../cart/priced-cart.ts'
import { useSellTexts } from '../../texts/use-texts.ts'
import { CartDiscount } from './cart-discount.tsx'
import { LineDialog } from './line-dialog.tsx'
import { Sums } from './sums.tsx'

type Props = {
  readonly onPay: () => void
  readonly onParked: () => void
  /** Shows the products again, on a phone. */
  readonly onHide: () => void
}

/** Shows the cart and its price. */
export function CartPanel({ onPay, onParked, onHide }: Props) {
  const texts = useSellTexts()
  const { money } = useFormats()
  const { cart, priced, parked, change, park } = useCarts()
  const [changedLine, setChangedLine] = useState<number>()
  const isEmpty = priced.lines.length === 0
  const list = useLastShown(priced.lines.length)
  const [emptied, setEmptied] = useState<Cart>()
  useEffect(() => {
    if (!isEmpty) setEmptied(undefined)
  }, [isEmpty])
  return (
    <section class="cart" aria-label={texts.cart}>
      <header>
        <button type="button" class="plain hide-cart" onClick={onHide}>
          <span aria-hidden="true">←</span> {texts.hideCart}
        </button>
        <h2>{texts.cart}</h2>
        {parked.length > 0 && (
          <button type="button" onClick={onParked}>
            {texts.parked(parked.length)}
          </button>
        )}
        {!isEmpty && (
          <>
            <button
              type="button"
              onClick={() => {
                park()
                onHide()
              }}
            >
              {texts.park}
            </button>
            <button
              type="button"
              class="plain"
              aria-label={texts.clear}
              onClick={() => {
                setEmptied(cart)
                change(emptyCart)
              }}
            >
              <span aria-hidden="true">✕</span>
            </button>
          </>
        )}
      </header>
      {isEmpty ? (
        <div class="nothing">
          <p>{texts.emptyCart}</p>
          <p class="quiet">{texts.emptyCartHint}</p>
          {emptied && (
            <button type="button" onClick={() => change(emptied)}>
              {texts.undoClear}
            </button>
          )}
        </div>
      ) : (
        <ul ref={list} class="lines">
          {priced.lines.map((line, at) => (
            <li key={at}>
              <Line line={line} onChange={() => setChangedLine(at)} />
            </li>
          ))}
        </ul>
      )}
      {!isEmpty && (
        <footer>
          <div class="cart-extras">
            <CartDiscount />
            <input
              class="note"
              name="note"
              aria-label={texts.note}
              placeholder={texts.note}
              autocomplete="off"
              maxLength={200}
              value={cart.note}
              onInput={({ currentTarget }) =>
                change({ ...cart, note: currentTarget.value })
              }
            />
          </div>
          <Sums priced={priced} />
          <button
            type="button"
            class="strong pay"
            disabled={!priced.isSellable}
            onClick={onPay}
          >
            {texts.pay(money(priced.dueCents))}
          </button>
        </footer>
      )}
      {changedLine !== undefined && priced.lines[changedLine] && (
        <LineDialog at={changedLine} onClose={() => setChangedLine(undefined)} />
      )}
    </section>
  )
}

/** Scrolls a list to its new lines. */
function useLastShown(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(0)
  useLayoutEffect(() => {
    if (count > before.current) list.current?.scrollTo(0, list.current.scrollHeight)
    before.current = count
  }, [count])
  return list
}

type LineProps = { readonly line: PricedLine; readonly onChange: () => void }

function Line({ line, onChange }: LineProps) {
  const texts = useSellTexts()
  const { money, number } = useFormats()
  const { name, details, quantity, unitCents, discountCents, totalCents, isGone } = line
  const { left, listedCents, toldCents = listedCents } = line
  const isRepriced = unitCents !== line.listedCents
  const total = money(totalCents)
  return (
    <button type="button" class="cart-line" onClick={onChange}>
      <span class="line-quantity">{quantity}</span>
      <span class="line-name">
        {name}
        {details.length > 0 && (
          <span class="quiet small block">{details.join(', ')}</span>
        )}
        {isGone && <span class="trouble small block">{texts.gone}</span>}
        {left !== undefined && (
          <span class="trouble small block">
            {left > 0 ? texts.left(number(left)) : texts.soldOut}
          </span>
        )}
        {!isRepriced && toldCents !== listedCents && (
          <span class="trouble small block">
            {texts.noLonger(money(listedCents), money(toldCents))}
          </span>
        )}
        {(quantity > 1 || isRepriced) && (
          <span class="quiet small block">
            {isRepriced
              ? texts.insteadOf(money(unitCents), money(line.listedCents))
              : money(unitCents)}
          </span>
        )}
        {discountCents > 0 && (
          <span class="quiet small block">
            {texts.discount} −{money(discountCents)}
          </span>
        )}
        <NeedsApproval isReduced={isRepriced || discountCents > 0} />
      </span>
      <span class="line-total">{total}</span>
      <span class="for-screen-readers">{texts.changeLine}</span>
    </button>
  )
}
