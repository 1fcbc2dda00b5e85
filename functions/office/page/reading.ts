import { useEffect, useState } from 'preact/hooks'
import { useVisit } from './visit.tsx'

/** What a section shows: a value, perhaps an old one, or why there is none. */
export type Reading<Value> = {
  readonly value?: Value
  /** When the value was read, in Unix ms. */
  readonly readMs?: number
  readonly problem?: 'denied' | 'failed'
}

type How = {
  /** The permission that it needs, if any; without it nothing is asked. */
  readonly needs?: string
  readonly changes: 'often' | 'seldom'
  /** Reads it anew when it differs. */
  readonly key?: string
}

/** Reads something of the shop now and at each pulse, and keeps the last value. */
export function useReading<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  { needs, changes, key = '' }: How,
): Reading<Value> {
  const { may, pulse, succeeded, failed } = useVisit()
  const isAllowed = needs === undefined || may(needs)
  const [reading, setReading] = useState<Reading<Value>>({})
  const count = pulse[changes]

  useEffect(() => {
    if (!isAllowed) return
    const controller = new AbortController()
    read(controller.signal).then(
      (value) => {
        if (controller.signal.aborted) return
        succeeded()
        setReading({ value, readMs: Date.now() })
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        const problem = failed(error) === 'denied' ? 'denied' : 'failed'
        setReading((before) =>
          problem === 'denied' ? { problem } : { ...before, problem },
        )
      },
    )
    return () => controller.abort()
  }, [isAllowed, count, key])

  return isAllowed ? reading : { problem: 'denied' }
}
