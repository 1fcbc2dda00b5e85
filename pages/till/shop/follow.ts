import type { Product, TillData, TillProduct } from '../../../shared/client/api.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import { rowOf, type Stock, unitsOfProduct } from '../../parts/shop-product.ts'

/** The shop as an open till holds it. */
export type Known = {
  readonly data: TillData
  readonly stock: Stock
  /** True while a shift is open; undefined until known. */
  readonly isShiftOpen: boolean | undefined
}

/** The receivers of a follower's news. */
export type Told = {
  readonly changed: (known: Known) => void
  /** The feed has opened, or is away. */
  readonly lives: (isLive: boolean) => void
  /** Called with every socket, and without the feed once. */
  readonly opened: () => unknown
  readonly failed: (error: unknown) => unknown
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

/** Pauses after readings that failed while the feed is open: no frame asks for them again. */
const retryMs = [2_000, 10_000, 60_000]

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

/** Keeps what a till knows as the shop has it: by the feed, and by readings. No part of it draws. */
export function tillDataFollower(
  pos: Pick<Pos, 'tillData' | 'events'>,
  first: Known,
  told: Told,
) {
  let known = first
  let { version } = first.data
  let movedMs = 0
  let isLive = false
  const replaced: Replaced = new Map()
  /** Products that were read before they were told, by their ids. */
  const added = new Map<string, TillProduct>()

  const change = (next: Partial<Known>) => {
    known = { ...known, ...next }
    told.changed(known)
  }
  const live = (isOpen: boolean) => {
    if (isLive === isOpen) return
    isLive = isOpen
    told.lives(isLive)
  }

  async function readData() {
    const data = await pos.tillData.latest()
    if (data.version !== version) movedMs = Date.now()
    version = data.version
    change({ data: withRead(data, replaced, added) })
  }

  /** Times of the units that the feed has told: frames of several processes may change places. */
  const toldAt = new Map<string, number>()
  /** Units that the feed told while the stock was read: they are newer. */
  let toldMeanwhile: Record<string, number> = {}
  function takeUnits(units: Readonly<Record<string, number>>, at: number) {
    const newer = Object.entries(units).filter(([id]) => at >= (toldAt.get(id) ?? 0))
    for (const [id] of newer) toldAt.set(id, at)
    Object.assign(toldMeanwhile, Object.fromEntries(newer))
    change({ stock: new Map([...known.stock, ...newer]) })
  }

  async function readNow(withStock: boolean) {
    toldMeanwhile = {}
    const now = await pos.tillData.now(withStock ? { query: { stock: 'true' } } : {})
    change({
      isShiftOpen: now.shift !== null,
      ...(now.stock && {
        stock: new Map(Object.entries({ ...now.stock, ...toldMeanwhile })),
      }),
    })
    if (now.version !== version) await readData()
  }

  let failures = 0
  /** True while a reading of the stock has failed. */
  let owesStock = false
  let retry: ReturnType<typeof setTimeout> | undefined
  async function readOnce(withStock: boolean) {
    clearTimeout(retry)
    owesStock ||= withStock
    try {
      await readNow(owesStock)
      owesStock = false
      failures = 0
    } catch (error) {
      told.failed(error)
      if (isLive) retry = setTimeout(() => void read(), retryMs[Math.min(failures, 2)])
      failures += 1
    }
  }

  let last: Promise<void> = Promise.resolve()
  let next: { withStock: boolean; readonly done: Promise<void> } | undefined
  /**
   * Reads what is not known yet, at will with the stock. Readings run one after another, so that
   * no older answer comes last; those that wait are one.
   */
  function read(withStock = false): Promise<void> {
    if (next) {
      next.withStock ||= withStock
      return next.done
    }
    last = last.then(() => {
      const isWithStock = next?.withStock
      next = undefined
      return readOnce(isWithStock === true)
    })
    next = { withStock, done: last }
    return last
  }

  return {
    read,

    /** Reads until a change that this till has just made is there. */
    async readChange(): Promise<void> {
      const before = version
      const untilMs = Date.now() + ownChangeMs
      // The feed may have been quicker than the answer to the change
      if (Date.now() - movedMs < ownChangePauseMs) return
      try {
        while (version === before && Date.now() < untilMs) {
          await readData()
          if (version !== before) return
          await new Promise((resolve) => setTimeout(resolve, ownChangePauseMs))
        }
      } catch (error) {
        told.failed(error)
      }
    },

    /** Takes a product as it was read by itself, undefined for one that was deleted. */
    replace(id: string, product: Product | undefined): void {
      const row = known.data.products.find((each) => each.id === id)
      const other = product && rowOf(product)
      if (!row && !other) return
      const stock = new Map([...known.stock, ...unitsOfProduct(product)])
      const { products } = known.data
      const take = (rows: TillProduct[]) =>
        change({ data: { ...known.data, products: rows }, stock })
      if (row) {
        // By the reported row, so that it counts until that row changes
        const reported = [...replaced].find(([, each]) => each === row)?.[0] ?? row
        replaced.set(reported, other)
        take(products.flatMap((each) => (each === row ? (other ?? []) : each)))
      } else if (other) {
        added.set(id, other)
        take([...products, other])
      }
    },

    /** Follows the feed, over as many sockets as it takes. Returns a function that ends it. */
    follow(): () => void {
      const controller = new AbortController()
      const { signal } = controller
      let timer: ReturnType<typeof setTimeout> | undefined
      const listen = async () => {
        for await (const event of pos.events.watch({ topics, signal })) {
          live(event.type !== 'closed')
          if (event.type === 'opened') void Promise.all([read(true), told.opened()])
          if (event.type === 'stock.changed') takeUnits(event.units, event.at)
          if (event.type === 'catalogue.version' && event.version !== version) void read()
          if (event.type === 'catalogue.changed') {
            timer ??= setTimeout(() => {
              timer = undefined
              // Frames that were gathered may be about the shift and the data
              void read()
            }, gatherMs)
          }
        }
      }
      listen().catch((error: unknown) => {
        live(false)
        told.failed(error)
      })
      return () => {
        isLive = false
        controller.abort()
        clearTimeout(timer)
        clearTimeout(retry)
      }
    },

    /** The network is gone: a socket may take minutes to learn of it. */
    lose: () => live(false),

    /** Reads once a minute while the feed is away. Returns a function that ends it. */
    pulse(isSeen: () => boolean): () => void {
      const beat = () => {
        if (isSeen()) void read()
      }
      const soon = setTimeout(() => {
        beat()
        told.opened()
      }, firstPulseMs)
      const timer = setInterval(beat, pulseMs)
      return () => {
        clearTimeout(soon)
        clearInterval(timer)
      }
    },
  }
}
