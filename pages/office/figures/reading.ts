import { useEffect, useRef, useState } from 'preact/hooks'
import type { EventTopic } from '../../../shared/client/watch.ts'
import { type Pace, useVisit } from './visit.tsx'

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
  /** How often it is read at most. */
  readonly pace: Pace
  /** Topics of the feed that change the value; empty where no topic does. */
  readonly topics: readonly EventTopic[]
  /** Reads it again when it differs. */
  readonly key?: string
}

/** Reads something of the shop now and after news, and keeps the last value. */
export function useReading<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  { needs, pace, topics, key = '' }: How,
): Reading<Value> {
  const { may, due, succeeded, failed } = useVisit()
  const isAllowed = needs === undefined || may(needs)
  const [reading, setReading] = useState<Reading<Value>>({})
  const turn = due(pace, topics)

  const running = useRef<AbortController | undefined>(undefined)

  useEffect(() => {
    return () => {
      running.current?.abort()
      running.current = undefined
    }
  }, [isAllowed, key])
  useEffect(() => {
    // A pulse does not end a slow reading: it would never succeed.
    if (!isAllowed || running.current) return
    const controller = new AbortController()
    running.current = controller
    const end = () => {
      if (running.current !== controller) return false
      running.current = undefined
      return true
    }
    read(controller.signal).then(
      (value) => {
        if (!end()) return
        succeeded()
        setReading({ value, readMs: Date.now() })
      },
      (error: unknown) => {
        if (!end()) return
        const problem = failed(error) === 'denied' ? 'denied' : 'failed'
        setReading((before) =>
          problem === 'denied' ? { problem } : { ...before, problem },
        )
      },
    )
  }, [isAllowed, turn, key])

  return isAllowed ? reading : { problem: 'denied' }
}
