import type { TillData, TillDataChanges } from './api.ts'
import { PosError } from './pos-error.ts'

/** Store in which a device keeps till data between two starts. */
export type TillDataStore = {
  /** Loads the data that was saved last; undefined for none. */
  readonly load: () => Promise<TillData | undefined>
  readonly save: (data: TillData) => Promise<void>
}

/** Call that reads till data or its changes. */
type Read = (input: {
  readonly query: { readonly since?: string }
  readonly signal?: AbortSignal
}) => Promise<TillData | TillDataChanges | undefined>

/** Till data as a client keeps it. */
export type KeptTillData = {
  /**
   * Reads all that a till needs to sell, and from then on only the changes. Without a
   * change, the same object comes back.
   */
  readonly latest: (options?: { readonly signal?: AbortSignal }) => Promise<TillData>
  /** Returns the data that was read last, at once and without the shop; undefined for none. */
  readonly kept: () => Promise<TillData | undefined>
}

/**
 * Makes a reader that keeps what it has read. Its readings run one after another, so that an
 * older answer never takes the place of a newer one; the same object comes back while nothing
 * has changed.
 */
export function keepTillData(read: Read, store?: TillDataStore): KeptTillData {
  let known: TillData | undefined
  let loading: Promise<void> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const kept = async () => {
    loading ??= store?.load().then((data) => {
      known ??= data
    })
    await loading
    return known
  }

  const readNext = async (signal?: AbortSignal): Promise<TillData> => {
    await kept()
    const next = await answerOf(read, known?.version, signal)
    if (next === undefined && known) return known
    if (next === undefined) throw new Error('no till data came, and none is kept')
    if (!('since' in next)) known = next
    else if (known?.version === next.since) known = withChanges(known, next)
    else throw new Error('changes came that lead on from another version')
    // A device without room reads everything at its next start
    void store?.save(known).catch(() => undefined)
    return known
  }

  return {
    kept,
    latest: ({ signal } = {}) => {
      const reading = last.catch(() => undefined).then(() => readNext(signal))
      last = reading
      return reading
    },
  }
}

/** The answer of the API; undefined where nothing has changed. */
async function answerOf(read: Read, since: string | undefined, signal?: AbortSignal) {
  try {
    return await read({
      query: since === undefined ? {} : { since },
      ...(signal && { signal }),
    })
  } catch (error) {
    if (error instanceof PosError && error.status === 304) return undefined
    throw error
  }
}

/** Applies changes to till data. Unchanged rows stay the same objects. */
export function withChanges(
  data: TillData,
  { version, changed, gone }: TillDataChanges,
): TillData {
  const { products, categories, dishes, ...whole } = changed
  return {
    ...data,
    ...(whole as Partial<TillData>),
    version,
    products: rowsAfter(data.products, products, gone.products),
    categories: rowsAfter(data.categories, categories, gone.categories),
    dishes: rowsAfter(data.dishes, dishes, gone.dishes),
  }
}

/** New rows come last, as they do in the lists. */
function rowsAfter<Row extends { readonly id: string }>(
  rows: Row[],
  changed: readonly Row[] = [],
  gone: readonly string[] = [],
): Row[] {
  if (changed.length + gone.length === 0) return rows
  const next = new Map(changed.map((row) => [row.id, row]))
  const isGone = new Set(gone)
  const kept = rows
    .filter(({ id }) => !isGone.has(id))
    .map((row) => {
      const other = next.get(row.id)
      next.delete(row.id)
      return other ?? row
    })
  return [...kept, ...next.values()]
}
