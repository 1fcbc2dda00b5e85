import { useState } from 'preact/hooks'

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

/** The same as a state of a component. */
export function useKept<Value>({ get, set }: Kept<Value>) {
  const [value, setValue] = useState(get)
  const keep = (next: Value) => {
    setValue(next)
    set(next)
  }
  return [value, keep] as const
}
