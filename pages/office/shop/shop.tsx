import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useMemo, useState } from 'preact/hooks'
import type { Clock } from '../../../shared/client/api.ts'
import { type Currency, pos } from '../../parts/pos.ts'

export type Shop = {
  readonly name: string
  readonly isRestaurant: boolean
  readonly currency: Pick<Currency, 'acronym' | 'fractionDigits'>
  /** Its IANA name; null where the settings name none, and the API counts days in UTC. */
  readonly timeZone: string | null
  readonly clock: Clock | null
  /** Start of its days, such as 04:00. */
  readonly dayStartsAt: string
}

/** Reads what every section needs to know of the shop. Throws PosError. */
export async function readShop(): Promise<Shop> {
  const business = await pos.config.show()
  const currency = await pos.currencies.base()
  return {
    name: business.businessName,
    isRestaurant: business.businessType === 'restaurant',
    currency,
    timeZone: 'timezone' in business ? business.timezone : null,
    clock: 'clock' in business ? business.clock : null,
    dayStartsAt: 'dayStartsAt' in business ? business.dayStartsAt : '00:00',
  }
}

type KnownShop = {
  readonly shop: Shop
  /** 100 in a currency without cents, else 1. */
  readonly smallestCents: number
  /** To be called after a change of what `Shop` shows. Throws PosError. */
  readonly readShopAgain: () => Promise<void>
}

const Context = createContext<KnownShop | undefined>(undefined)

/** The shop that the page is of. */
export function useShop(): KnownShop {
  const known = useContext(Context)
  if (!known) throw new Error('no shop above')
  return known
}

type Props = {
  readonly shop: Shop
  readonly children: ComponentChildren
}

export function ShopProvider({ shop: first, children }: Props) {
  const [shop, setShop] = useState(first)
  const readShopAgain = useCallback(async () => setShop(await readShop()), [])
  const known = useMemo(
    () => ({
      shop,
      smallestCents: shop.currency.fractionDigits === 0 ? 100 : 1,
      readShopAgain,
    }),
    [shop, readShopAgain],
  )
  return <Context.Provider value={known}>{children}</Context.Provider>
}
