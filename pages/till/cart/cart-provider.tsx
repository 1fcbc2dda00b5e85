import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { useKept } from '../../parts/kept.ts'
import { useTill } from '../shop/till.tsx'
import { useToday } from '../shop/use-today.ts'
import { type Cart, emptyCart } from './cart.ts'
import { keptCart, keptParked, type ParkedCart, withParked } from './kept-carts.ts'
import { type PricedCart, type Prices, priceCart, taxesOn } from './priced-cart.ts'

/** The cart that is being filled, and those that wait. */
export type Carts = {
  readonly cart: Cart
  readonly priced: PricedCart
  readonly prices: Prices
  readonly change: (next: Cart | ((now: Cart) => Cart)) => void
  readonly parked: readonly ParkedCart[]
  /** Lets the cart wait, and begins an empty one. */
  readonly park: () => void
  /** Takes up a waiting cart; the present one then waits itself. */
  readonly resume: (id: string) => void
  readonly drop: (id: string) => void
  /** Lets a cart wait that the shop has refused to sell. */
  readonly putBack: (refused: Cart) => void
}

const Context = createContext<Carts | undefined>(undefined)

export function useCarts(): Carts {
  const carts = useContext(Context)
  if (!carts) throw new Error('no carts above')
  return carts
}

export function CartProvider({ children }: { readonly children: ComponentChildren }) {
  const { user } = useTill()
  const prices = usePrices()
  const [cart, change] = useKept(keptCart)
  const [parked, setParked] = useKept(keptParked)
  const priced = useMemo(() => priceCart(cart, prices), [cart, prices])

  const parkedWith = (others: readonly ParkedCart[], waiting: Cart) =>
    withParked(others, waiting, user.name)
  const drop = (id: string) => setParked(parked.filter((each) => each.id !== id))
  const carts: Carts = {
    cart,
    priced,
    prices,
    change,
    parked,
    park: () => {
      setParked(parkedWith(parked, cart))
      change(emptyCart)
    },
    resume: (id) => {
      const next = parked.find((each) => each.id === id)
      if (!next) return
      setParked(
        parkedWith(
          parked.filter((each) => each !== next),
          cart,
        ),
      )
      change(next.cart)
    },
    drop,
    putBack: (refused) => setParked(parkedWith(parked, refused)),
  }
  return <Context.Provider value={carts}>{children}</Context.Provider>
}

function usePrices(): Prices {
  const { shop } = useTill()
  const today = useToday()
  return useMemo(
    () => ({
      products: new Map(shop.products.map((product) => [product.id, product])),
      modifierGroups: shop.modifierGroups,
      taxes: taxesOn(shop.taxes, today),
      pricesIncludeTax: shop.settings.pricesIncludeTax,
      smallestCents: shop.smallestCents,
    }),
    [shop, today],
  )
}
