import { type ComponentChildren, createContext } from 'preact'
import {
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'
import type { Me } from './pos.ts'
import { type Problem, problemOf } from './problem.ts'

/** A user's look at the shop, from login to logout. */
export type Visit = {
  readonly user: Me['user']
  readonly may: (permission: string) => boolean
  /** When the shop answered last, in Unix ms, if it does not any more. */
  readonly lostMs: number | undefined
  /** Counts up when what changes often, or seldom, is to be read again. */
  readonly pulse: { readonly often: number; readonly seldom: number }
  /** The present, in Unix ms, as of the last pulse. */
  readonly nowMs: number
  /** Reads again what changes often. */
  readonly refresh: () => void
  /** Tells how a call went; returns what an error means. */
  readonly succeeded: () => void
  readonly failed: (error: unknown) => Problem
}

const Context = createContext<Visit | undefined>(undefined)

export function useVisit(): Visit {
  const visit = useContext(Context)
  if (!visit) throw new Error('no visit above')
  return visit
}

/** Sales are read so often, in ms; after a lost connection it is tried more often. */
const pulseMs = 30_000
const retryMs = 5_000

/** What changes seldom is read at each fourth pulse. */
const seldomEvery = 4

type Props = {
  readonly me: Me
  readonly onSessionOver: () => void
  readonly children: ComponentChildren
}

export function VisitProvider({ me, onSessionOver, children }: Props) {
  const [lostMs, setLostMs] = useState<number>()
  const answeredMs = useRef(Date.now())
  const [{ count, nowMs }, setPulse] = useState({ count: 0, nowMs: Date.now() })
  const refresh = useCallback(
    () => setPulse(({ count }) => ({ count: count + 1, nowMs: Date.now() })),
    [],
  )
  usePulse(refresh, lostMs === undefined ? pulseMs : retryMs)
  useEffect(() => {
    const lose = () => setLostMs(answeredMs.current)
    addEventListener('offline', lose)
    return () => removeEventListener('offline', lose)
  }, [])

  const isOver = useRef(false)
  const succeeded = useCallback(() => {
    answeredMs.current = Date.now()
    setLostMs(undefined)
  }, [])
  const failed = useCallback(
    (error: unknown) => {
      const problem = problemOf(error)
      if (problem === 'session-over' && !isOver.current) {
        isOver.current = true
        onSessionOver()
      }
      if (problem === 'unreachable') setLostMs(answeredMs.current)
      return problem
    },
    [onSessionOver],
  )
  const may = useMemo(() => {
    const held = new Set(me.perms.map(({ name }) => name))
    return (permission: string) => held.has(permission)
  }, [me])
  const visit: Visit = {
    user: me.user,
    may,
    lostMs,
    pulse: { often: count, seldom: Math.floor(count / seldomEvery) },
    nowMs,
    refresh,
    succeeded,
    failed,
  }
  return <Context.Provider value={visit}>{children}</Context.Provider>
}

/** Pulses regularly while the page is looked at, and as soon as it is again. */
function usePulse(pulse: () => void, everyMs: number): void {
  useEffect(() => {
    const pulseIfSeen = () => {
      if (document.visibilityState === 'visible') pulse()
    }
    const timer = setInterval(pulseIfSeen, everyMs)
    document.addEventListener('visibilitychange', pulseIfSeen)
    addEventListener('online', pulseIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', pulseIfSeen)
      removeEventListener('online', pulseIfSeen)
    }
  }, [pulse, everyMs])
}
