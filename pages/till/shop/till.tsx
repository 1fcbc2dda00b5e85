import { type ComponentChildren, createContext } from 'preact'
import {
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'
import type { Product } from '../../../shared/client/api.ts'
import { useErrorText } from '../../parts/error-text.ts'
import type { Me } from '../../parts/pos.ts'
import { problemOf } from '../../parts/problem.ts'
import { readProduct, readShop, type Shop } from './shop.ts'
import { useConnection } from './use-connection.ts'

/** The open till: who sells, what there is to sell, and how calls have gone. */
export type Till = {
  readonly user: Me['user']
  readonly may: (permission: string) => boolean
  readonly shop: Shop
  /** Whether the shop does not answer at the moment. */
  readonly isLost: boolean
  /** Reads settings and catalogue again; what could not be read stays as it was. */
  readonly readAgain: () => Promise<void>
  /** The same after a sale: soon, but not for each sale of a queue. */
  readonly readSoon: () => void
  /** Reads products again, for a second at most; what could not be read stays as it was. */
  readonly readProducts: (ids: readonly string[]) => Promise<void>
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

/** Prices and stock change while a till is open. In ms. */
const catalogueAgeMs = 5 * 60_000

/** A large catalogue takes a while to read, so sales have it read no more often. In ms. */
const betweenReadsMs = 20_000

/** A payment does not wait longer to hear of new prices, in ms. */
const patienceMs = 1_000

const noWait = Promise.resolve()

/** The products with one that was read again; undefined is one that was deleted. */
const withProduct = (all: Shop['products'], id: string, read: Product | undefined) =>
  all.flatMap((product) => (product.id === id ? (read ?? []) : product))

type Props = {
  readonly me: Me
  readonly shop: Shop
  /** Called when the person goes, or when the session is over. */
  readonly onLock: (isSessionOver: boolean) => void
  readonly children: ComponentChildren
}

export function TillProvider({ me, shop: first, onLock, children }: Props) {
  const errorText = useErrorText()
  // The same function in every language: what reads the shop must not read it again.
  const textOf = useRef(errorText)
  textOf.current = errorText
  const [shop, setShop] = useState(first)
  const { isLost, lose } = useConnection()

  const failed = useCallback(
    (error: unknown) => {
      const problem = problemOf(error)
      if (problem === 'session-over') onLock(true)
      if (problem === 'unreachable') lose()
      return textOf.current(error)
    },
    [onLock, lose],
  )
  const lastReadMs = useRef(0)
  const readings = useRef(0)
  const shown = useRef(0)
  const readAgain = useCallback(async () => {
    lastReadMs.current = Date.now()
    readings.current += 1
    const reading = readings.current
    try {
      const read = await readShop(me)
      // A slow reading must not bring back what a later one has replaced
      if (reading > shown.current) {
        shown.current = reading
        setShop(read)
      }
    } catch (error) {
      failed(error)
    }
  }, [me, failed])
  useWhileSeen(catalogueAgeMs, readAgain)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const readSoon = useCallback(() => {
    clearTimeout(timer.current)
    const waitMs = lastReadMs.current + betweenReadsMs - Date.now()
    timer.current = setTimeout(() => void readAgain(), Math.max(0, waitMs))
  }, [readAgain])

  const readProducts = useCallback(
    async (ids: readonly string[]) => {
      const reading = Promise.all(
        ids.map(async (id) => {
          const read = await readProduct(id)
          setShop((now) => ({ ...now, products: withProduct(now.products, id, read) }))
        }),
      )
      const late = new Promise((resolve) => setTimeout(resolve, patienceMs))
      await Promise.race([reading.catch(failed), late])
    },
    [failed],
  )

  const may = useMemo(() => {
    const held = new Set(me.perms.map(({ name }) => name))
    return (permission: string) => held.has(permission)
  }, [me])
  const till: Till = {
    user: me.user,
    may,
    shop,
    isLost,
    readAgain,
    readSoon,
    readProducts: (ids) => (isLost || !may('products_read') ? noWait : readProducts(ids)),
    lock: () => onLock(false),
    failed,
  }
  return <Context.Provider value={till}>{children}</Context.Provider>
}

/** Does something regularly while the page is looked at. */
export function useWhileSeen(everyMs: number, act: () => Promise<void>): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void act()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, act])
}
