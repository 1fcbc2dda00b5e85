import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Product, TillData, TillProduct } from '../../../shared/client/api.ts'
import { pos } from '../../parts/pos.ts'
import { rowOf, type Stock, unitsOfProduct } from '../../parts/shop-product.ts'
import { keptShift } from './kept.ts'

/** Data of the till, and whether the feed reports every change. */
export type Known = {
  readonly data: TillData
  readonly stock: Stock
  /** True while a shift is open; undefined until known. */
  readonly isShiftOpen: boolean | undefined
}

/** Without the feed: the first time, by when it would be open, and then each minute. In ms. */
const firstPulseMs = 5_000
const pulseMs = 60_000

/**
 * Time to gather steps that follow each other, as those of an import: they are read
 * together. In ms.
 */
const gatherMs = 500

/**
 * Longest wait for a change of this till's own, which comes through the table's stream. In ms.
 */
const ownChangeMs = 5_000
const ownChangePauseMs = 200

const topics = ['catalogue', 'stock'] as const

/** Products that were read by themselves, by the rows that they take the place of. */
type Replaced = Map<TillProduct, TillProduct | undefined>

/**
 * Merges products that were read since into the reported data; forgets those that were
 * reported anew.
 */
function withRead(
  data: TillData,
  replaced: Replaced,
  added: Map<string, TillProduct>,
): TillData {
  if (replaced.size + added.size === 0) return data
  const rows = new Set(data.products)
  for (const { id } of rows) added.delete(id)
  for (const row of replaced.keys()) if (!rows.has(row)) replaced.delete(row)
  const products = data.products.flatMap((row) =>
    replaced.has(row) ? (replaced.get(row) ?? []) : row,
  )
  return { ...data, products: [...products, ...added.values()] }
}

/**
 * Follows the till's data: by the feed while it is open, and once a minute while it is
 * away. `onOpened` is called with every socket, and without the feed once. Neither it nor
 * `failed` may be new at each rendering. Nothing runs while `first` is undefined.
 */
export function useKnown(
  first: TillData | undefined,
  isTold: boolean,
  {
    failed,
    onOpened,
  }: {
    readonly failed: (error: unknown) => unknown
    readonly onOpened: () => Promise<void>
  },
) {
  const [known, setKnown] = useState<Known | undefined>(
    () => first && { data: first, stock: new Map(), isShiftOpen: keptShift.get() },
  )
  const [isLive, setLive] = useState(false)
  const version = useRef(first?.version)
  const movedMs = useRef(0)
  const replaced = useRef<Replaced>(new Map())
  /** Products that were read before they were told, by their ids. */
  const added = useRef(new Map<string, TillProduct>())
  const isFollowing = first !== undefined

  const readData = useCallback(async () => {
    const data = await pos.tillData.latest()
    if (data.version !== version.current) movedMs.current = Date.now()
    version.current = data.version
    setKnown(
      (now) => now && { ...now, data: withRead(data, replaced.current, added.current) },
    )
  }, [])
  /** Takes a product as it was read by itself, undefined for one that was deleted. */
  const replace = useCallback((id: string, product: Product | undefined) => {
    setKnown((now) => {
      const row = now?.data.products.find((each) => each.id === id)
      const next = product && rowOf(product)
      if (!now || (!row && !next)) return now
      if (!row && next) {
        added.current.set(id, next)
        const stock = new Map([...now.stock, ...unitsOfProduct(product)])
        const products = [...now.data.products, next]
        return { ...now, data: { ...now.data, products }, stock }
      }
      if (!row) return now
      // By the reported row, so that it counts until that row changes
      const told = [...replaced.current].find(([, each]) => each === row)?.[0] ?? row
      replaced.current.set(told, next)
      const stock = new Map([...now.stock, ...unitsOfProduct(product)])
      const products = now.data.products.flatMap((each) =>
        each === row ? (next ?? []) : each,
      )
      return { ...now, data: { ...now.data, products }, stock }
    })
  }, [])
  /** Units that the feed told while the stock was read: they are newer. */
  const toldMeanwhile = useRef<Record<string, number>>({})
  const readNow = useCallback(
    async (withStock: boolean) => {
      if (withStock) toldMeanwhile.current = {}
      const now = await pos.tillData.now(withStock ? { query: { stock: 'true' } } : {})
      const { shift, stock } = now
      const isShiftOpen = shift !== null
      if (keptShift.get() !== isShiftOpen) void keptShift.set(isShiftOpen)
      setKnown(
        (before) =>
          before && {
            ...before,
            isShiftOpen,
            ...(stock && {
              stock: new Map(Object.entries({ ...stock, ...toldMeanwhile.current })),
            }),
          },
      )
      if (now.version !== version.current) await readData()
    },
    [readData],
  )
  const read = useCallback(
    async (withStock = false) => {
      try {
        await readNow(withStock)
      } catch (error) {
        failed(error)
      }
    },
    [readNow, failed],
  )
  /** Reads until a change that this till has just made is there. */
  const readChange = useCallback(async () => {
    const before = version.current
    const untilMs = Date.now() + ownChangeMs
    // The feed may have been quicker than the answer to the change
    if (Date.now() - movedMs.current < ownChangePauseMs) return
    try {
      while (version.current === before && Date.now() < untilMs) {
        await readData()
        if (version.current !== before) return
        await new Promise((resolve) => setTimeout(resolve, ownChangePauseMs))
      }
    } catch (error) {
      failed(error)
    }
  }, [readData, failed])

  useEffect(() => {
    if (!isFollowing) return
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = async () => {
      for await (const event of pos.events.watch({ topics, signal })) {
        setLive(event.type !== 'closed')
        if (event.type === 'opened') void Promise.all([read(true), onOpened()])
        if (event.type === 'stock.changed') {
          Object.assign(toldMeanwhile.current, event.units)
          const told = Object.entries(event.units)
          setKnown((now) => now && { ...now, stock: new Map([...now.stock, ...told]) })
        }
        if (event.type === 'catalogue.changed') {
          timer ??= setTimeout(() => {
            timer = undefined
            // Frames that were gathered may be about the shift and the data
            void read()
          }, gatherMs)
        }
      }
    }
    const lose = () => setLive(false)
    addEventListener('offline', lose)
    follow().catch((error: unknown) => {
      setLive(false)
      failed(error)
    })
    return () => {
      controller.abort()
      clearTimeout(timer)
      removeEventListener('offline', lose)
    }
  }, [isFollowing, read, failed, onOpened])

  const isToldByFeed = isLive && isTold
  useEffect(() => {
    if (!isFollowing || isToldByFeed) return
    const pulse = () => {
      if (document.visibilityState === 'visible') void read()
    }
    const soon = setTimeout(() => {
      pulse()
      void onOpened()
    }, firstPulseMs)
    const timer = setInterval(pulse, pulseMs)
    addEventListener('online', pulse)
    return () => {
      clearTimeout(soon)
      clearInterval(timer)
      removeEventListener('online', pulse)
    }
  }, [isFollowing, isToldByFeed, read, onOpened])

  return useMemo(
    () => ({ known, isLive: isToldByFeed, read, readChange, replace }),
    [known, isToldByFeed, read, readChange, replace],
  )
}
