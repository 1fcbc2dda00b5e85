import { type ComponentChildren, createContext } from 'preact'
import {
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'
import type { Product, TillData } from '../../../shared/client/api.ts'
import { PosError } from '../../../shared/client/pos-error.ts'
import { useErrorText } from '../../parts/error-text.ts'
import { type Me, pos } from '../../parts/pos.ts'
import { problemOf } from '../../parts/problem.ts'
import type { ShopProduct } from '../../parts/shop-product.ts'
import { keptMe } from './kept.ts'
import { logInAtShop } from './offline-session.ts'
import {
  mayOf,
  mayReadTillData,
  readLists,
  readProduct,
  type Shop,
  shopMaker,
} from './shop.ts'
import { useConnection } from './use-connection.ts'
import { useKnown } from './use-known.ts'

/** The open till: its user, its goods, and the state of its calls. */
export type Till = {
  readonly user: Me['user']
  readonly may: (permission: string) => boolean
  readonly shop: Shop
  /** True while a shift is open; undefined if unknown. */
  readonly isShiftOpen: boolean | undefined
  /** True while the shop does not answer. */
  readonly isLost: boolean
  /** Reads all that may have changed; failed parts stay as they were. */
  readonly readAgain: () => Promise<void>
  /** Reads until a change that this till has just made is there, for 5 s at most. */
  readonly readChange: () => Promise<void>
  /** Reads the stock after a sale where the feed is away: soon, but not for each sale of a queue. */
  readonly readSoon: () => void
  /**
   * Reads products again, for a second at most, if the feed is away or the shop has
   * refused to sell them; failed ones stay as they were.
   */
  readonly readProducts: (ids: readonly string[], isRefused?: boolean) => Promise<void>
  /** Takes a product that was read by itself; undefined for one that was deleted. */
  readonly learn: (id: string, product: Product | undefined) => void
  /** Ends the session and shows who sells. */
  readonly lock: () => void
  /** Says why a call did not succeed, and locks the till if the session is over. */
  readonly failed: (error: unknown) => string
}

const Context = createContext<Till | undefined>(undefined)

export function useTill(): Till {
  const till = useContext(Context)
  if (!till) throw new Error('no till above')
  return till
}

/** Sales have the stock read no more often where the feed does not tell it. In ms. */
const betweenReadsMs = 20_000

/** The lists with a product that was read again; undefined is one that was deleted. */
const withProduct = (shop: Shop, id: string, read: ShopProduct | undefined): Shop => ({
  ...shop,
  products: [
    ...shop.products.filter((product) => product.id !== id),
    ...(read ? [read] : []),
  ],
})

/** A payment does not wait longer to hear of new prices, in ms. */
const patienceMs = 1_000

const noWait = Promise.resolve()

/** Start of a till: its kept data, or the lists for a user who may not read that. */
export type Start =
  /** `isMeKept`: who has the session is kept, too, and may have other rights by now. */
  { readonly data: TillData; readonly isMeKept: boolean } | { readonly shop: Shop }

/** Lists change while a till is open. In ms. */
const listsAgeMs = 5 * 60_000

type Props = {
  readonly me: Me
  readonly start: Start
  /** Called when the person goes, or when the session is over. */
  readonly onLock: (isSessionOver: boolean) => void
  readonly children: ComponentChildren
}

export function TillProvider({ me: first, start, onLock, children }: Props) {
  const errorText = useErrorText()
  // Equal in every language: a new function would make readers of the shop read it again.
  const textOf = useRef(errorText)
  textOf.current = errorText
  const [me, setMe] = useState(first)
  const found = useCallback(async () => {
    try {
      const read = await logInAtShop()
      if (!read) return
      void keptMe.set(read)
      setMe(read)
    } catch (error) {
      // The PIN is another by now, or the person is gone; a busy shop is asked again
      const isDenied = error instanceof PosError && [401, 403].includes(error.status)
      if (isDenied) onLock(false)
      throw error
    }
  }, [onLock])
  const { isLost, lose } = useConnection(found)
  const may = useMemo(() => mayOf(me), [me])

  const failed = useCallback(
    (error: unknown) => {
      const problem = problemOf(error)
      if (problem === 'session-over') onLock(true)
      if (problem === 'unreachable') lose()
      return textOf.current(error)
    },
    [onLock, lose],
  )
  const isOfLists = !('data' in start)
  const isMeNew = useRef(!isOfLists && !start.isMeKept)
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  /** The feed opens anew when the rights of its user have changed. */
  const readMe = useCallback(async () => {
    if (isMeNew.current) {
      isMeNew.current = false
      return
    }
    try {
      const read = await pos.users.me()
      // A log-out leaves no name and rights here.
      if (!isOpen.current) return
      void keptMe.set(read)
      setMe((now) => (JSON.stringify(now) === JSON.stringify(read) ? now : read))
    } catch (error) {
      failed(error)
    }
  }, [failed])
  const { known, isLive, read, readChange, replace } = useKnown(
    isOfLists ? undefined : start.data,
    mayReadTillData(may),
    { failed, onOpened: readMe },
  )
  const [listed, setListed] = useState(isOfLists ? start.shop : undefined)
  const readListed = useCallback(async () => {
    try {
      setListed(await readLists(me))
    } catch (error) {
      failed(error)
    }
  }, [me, failed])
  useWhileSeen(isOfLists ? listsAgeMs : undefined, readListed)

  const makeShop = useMemo(() => shopMaker(may), [may])
  const shop = useMemo(
    () => (known ? makeShop(known.data, known.stock) : (listed as Shop)),
    [known, listed, makeShop],
  )

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastReadMs = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const readAgain = isOfLists ? readListed : () => read(true)
  const readSoon = () => {
    // The feed reports the units that a sale has taken
    if (isLive) return
    clearTimeout(timer.current)
    const waitMs = lastReadMs.current + betweenReadsMs - Date.now()
    timer.current = setTimeout(
      () => {
        lastReadMs.current = Date.now()
        void readAgain()
      },
      Math.max(0, waitMs),
    )
  }

  const learn = useCallback(
    (id: string, product: Product | undefined) => {
      replace(id, product)
      setListed((now) => now && withProduct(now, id, product))
    },
    [replace],
  )
  const readProducts = useCallback(
    async (ids: readonly string[]) => {
      const reading = Promise.all(
        ids.map(async (id) => {
          const product = await readProduct(id)
          learn(id, product)
        }),
      )
      const late = new Promise((resolve) => setTimeout(resolve, patienceMs))
      await Promise.race([reading.catch(failed), late])
    },
    [failed, learn],
  )

  const till: Till = {
    user: me.user,
    may,
    shop,
    isShiftOpen: known?.isShiftOpen,
    isLost,
    readAgain,
    readChange: isOfLists ? readListed : readChange,
    readSoon,
    readProducts: (ids, isRefused = false) =>
      isLost || (isLive && !isRefused) || !may('products_read')
        ? noWait
        : readProducts(ids),
    learn,
    lock: () => onLock(false),
    failed,
  }
  return <Context.Provider value={till}>{children}</Context.Provider>
}

/** Does something regularly, unless the interval is undefined, while the page is looked at. */
export function useWhileSeen(
  everyMs: number | undefined,
  act: () => Promise<void>,
): void {
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void act()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, act])
}
