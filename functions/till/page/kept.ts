import { useState } from 'preact/hooks'

/**
 * Something that this browser keeps for the till, without secrets; `initial` where it keeps
 * nothing, or nothing that `read` understands.
 */
export type Kept<Value> = {
  readonly get: () => Value
  readonly set: (value: Value) => void
}

export function kept<Value>(
  name: string,
  initial: Value,
  read: (value: unknown) => Value | undefined,
): Kept<Value> {
  const key = `till.${name}`
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
        // A browser that keeps nothing still sells until the page is closed.
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
