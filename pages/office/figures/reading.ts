import { useEffect, useRef, useState } from 'preact/hooks'
import { useVisit, type When } from './visit.tsx'

/** Content of a section: a value, perhaps an old one, or the reason for none. */
export type Reading<Value> = {
  readonly value?: Value
  /** Time when the value was read, in Unix ms. */
  readonly readMs?: number
  /** Time when its reading began, in Unix ms. */
  readonly begunMs?: number
  readonly problem?: 'denied' | 'failed'
}

type How = When & {
  /** The permission that it needs, if any; without it nothing is asked. */
  readonly needs?: string
  /** Reads it again when it differs. */
  readonly key?: string
}

/** Reads something of the shop now and after news, and keeps the last value. */
export function useReading<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  { needs, key = '', ...when }: How,
): Reading<Value> {
  const { may, due, succeeded, failed } = useVisit()
  const isAllowed = needs === undefined || may(needs)
  const [reading, setReading] = useState<Reading<Value>>({})
  const turn = due(when)

  const running = useRef<AbortController | undefined>(undefined)
  /** Came while a reading ran that had begun before it. */
  const [late, setLate] = useState(0)
  const latest = useRef(turn)
  latest.current = turn

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
    const begunMs = Date.now()
    const end = () => {
      if (running.current !== controller) return false
      running.current = undefined
      if (latest.current !== turn) setLate((count) => count + 1)
      return true
    }
    read(controller.signal).then(
      (value) => {
        if (!end()) return
        succeeded()
        setReading({ value, readMs: Date.now(), begunMs })
      },
      (error: unknown) => {
        if (!end()) return
        const problem = failed(error) === 'denied' ? 'denied' : 'failed'
        setReading((before) =>
          problem === 'denied' ? { problem } : { ...before, problem },
        )
      },
    )
  }, [isAllowed, turn, key, late])

  return isAllowed ? reading : { problem: 'denied' }
}
