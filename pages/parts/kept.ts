import { useEffect, useRef, useState } from 'preact/hooks'
import { readAll, write, writeTogether } from './database.ts'

/**
 * A value that this browser keeps for a page, without secrets; `initial` where it keeps
 * none, or none that `read` understands.
 */
export type Kept<Value> = {
  readonly get: () => Value
  /**
   * Keeps a value; false if it is not on the disk, but only in this page until it is
   * closed.
   */
  readonly set: (value: Value) => Promise<boolean>
}

/** Values on disk and values yet to be written; read once, before a page is drawn. */
const memory = new Map<string, unknown>()

/** Keys of values that are not on the disk: it had no room, or refused. */
const lost = new Set<string>()
const watchers = new Set<() => void>()
const tellWatchers = () => {
  for (const changed of watchers) changed()
}

/** Other tabs hear of a change once it is on the disk. */
const channelName = 'lightning-pos.kept'
let channel: BroadcastChannel | undefined

/** Readers of the values that an earlier release has left in localStorage. */
const takers = new Map<string, (left: string) => Promise<boolean>>()

/** Keeps a value, or deletes it if it is undefined; false if it is not on the disk. */
export async function keep(key: string, value: unknown): Promise<boolean> {
  if (value === undefined) memory.delete(key)
  else memory.set(key, value)
  try {
    await write(key, value)
    lost.delete(key)
    channel?.postMessage({ key, value })
    // There is room again
    for (const other of lost) void keep(other, memory.get(other))
  } catch {
    // The page goes on with what it has in memory, and says so
    lost.add(key)
  }
  tellWatchers()
  return !lost.has(key)
}

/**
 * Changes values that windows share in one write: `change` gets those of `keys` as they are stored,
 * and returns what to keep by its key, undefined to delete it. Throws where the browser keeps
 * nothing.
 */
export async function keepTogether(
  keys: readonly string[],
  change: (stored: readonly unknown[]) => ReadonlyMap<string, unknown>,
): Promise<void> {
  for (const [key, value] of await writeTogether(keys, change)) {
    if (value === undefined) memory.delete(key)
    else memory.set(key, value)
    lost.delete(key)
    channel?.postMessage({ key, value })
  }
  tellWatchers()
}

/** Returns all values whose keys begin with this prefix. */
export const keptUnder = (prefix: string): readonly unknown[] =>
  [...memory].flatMap(([key, value]) => (key.startsWith(prefix) ? [value] : []))

/**
 * Reads the browser's kept values, and takes over those that earlier releases have left
 * in localStorage, which a killed browser forgets. Await it before a page is drawn. Never
 * throws.
 */
export async function loadKept(): Promise<void> {
  channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data: { key, value } }) => {
    if (value === undefined) memory.delete(key)
    else memory.set(key, value)
    tellWatchers()
  }
  try {
    void navigator.storage?.persist?.()
    addEventListener('beforeunload', (event) => {
      if (!isAllKept()) event.preventDefault()
    })
    for (const [key, value] of await readAll()) memory.set(key, value)
    for (const [key, take] of takers) {
      const left = localStorage.getItem(key)
      if (left === null || !(await take(left))) continue
      // A page of an earlier release may have written in the meantime
      if (localStorage.getItem(key) === left) localStorage.removeItem(key)
    }
  } catch {
    // A browser that keeps nothing still works until the page is closed
  }
}

/** Takes over a value that an earlier release has left in localStorage, as it stands there. */
export function takeOver(key: string, take: (left: string) => Promise<boolean>): void {
  takers.set(key, take)
}

/** Makes the values that a browser keeps for the page of this name, apart from other pages. */
export const keptFor =
  (page: string) =>
  <Value>(
    name: string,
    initial: Value,
    read: (value: unknown) => Value | undefined,
    /** Joins the value here with the one that an earlier release has left. */
    join: (here: Value, left: Value) => Value = (_here, left) => left,
  ): Kept<Value> => {
    const key = `${page}.${name}`
    const get = () => read(memory.get(key)) ?? initial
    takeOver(key, (text) => {
      const left = read(parsed(text))
      return left === undefined
        ? Promise.resolve(true)
        : keep(key, memory.has(key) ? join(get(), left) : left)
    })
    return { get, set: (value) => keep(key, value) }
  }

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Uses a kept value as a component's state; a change may start from the value of that
 * moment.
 */
export function useKept<Value extends object | string | boolean | number>({
  get,
  set,
}: Kept<Value>) {
  const [value, setValue] = useState(get)
  const latest = useRef(value)
  const keepNext = (next: Value | ((now: Value) => Value)) => {
    // Two quick taps come before the next rendering
    latest.current = typeof next === 'function' ? next(latest.current) : next
    setValue(latest.current)
    void set(latest.current)
  }
  return [value, keepNext] as const
}

/** True once all values are on the disk. */
export const isAllKept = (): boolean => lost.size === 0

/** Uses `isAllKept` as a component's state. */
export const useIsAllKept = (): boolean => useWatched(isAllKept)

/** Uses what is read of the kept values as a component's state; `read` must return a plain value. */
export function useWatched<Value extends boolean | string>(read: () => Value): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const changed = () => setValue(read())
    changed()
    watchers.add(changed)
    return () => void watchers.delete(changed)
  }, [read])
  return value
}
