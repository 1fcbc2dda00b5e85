import { useRef, useState } from 'preact/hooks'

/**
 * Something that this browser keeps for a page, without secrets; `initial` where it keeps
 * nothing, or nothing that `read` understands.
 */
export type Kept<Value> = {
  readonly get: () => Value
  readonly set: (value: Value) => void
}

/** What a browser keeps for the page of this name, apart from the others. */
export const keptFor =
  (page: string) =>
  <Value>(
    name: string,
    initial: Value,
    read: (value: unknown) => Value | undefined,
  ): Kept<Value> => {
    const key = `${page}.${name}`
    return {
      get: () => {
        try {
          return read(JSON.parse(localStorage.getItem(key) ?? 'null')) ?? initial
        } catch {
          return initial
        }
      },
      set: (value) => {
        try {
          localStorage.setItem(key, JSON.stringify(value))
        } catch {
          // A browser that keeps nothing still works until the page is closed.
        }
      },
    }
  }

/** The same as a state of a component; a change may start from the value of that moment. */
export function useKept<Value extends object | string | boolean | number>({
  get,
  set,
}: Kept<Value>) {
  const [value, setValue] = useState(get)
  const latest = useRef(value)
  const keep = (next: Value | ((now: Value) => Value)) => {
    // Two quick taps come before the next rendering
    latest.current = typeof next === 'function' ? next(latest.current) : next
    setValue(latest.current)
    set(latest.current)
  }
  return [value, keep] as const
}
