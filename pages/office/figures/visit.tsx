import { type ComponentChildren, createContext } from 'preact'
import {
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'
import type { Me } from '../../parts/pos.ts'
import { type Problem, problemOf } from '../../parts/problem.ts'

/** A user's look at the shop, from login to logout. */
export type Visit = {
  readonly user: Me['user']
  readonly may: (permission: string) => boolean
  /** When the shop answered last, in Unix ms, if it does not any more. */
  readonly lostMs: number | undefined
  /** Changes when a reading of this pace is due. */
  readonly due: (pace: Pace) => string
  /** The present, in Unix ms, as of the last pulse. */
  readonly nowMs: number
  /** Reads again what is read at every pulse. */
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

const pulseMs = 5_000

/** How often something is read, in ms: what is new, what may change, what changes seldom. */
const paces = { pulse: pulseMs, often: 30_000, seldom: 120_000 } as const
export type Pace = keyof typeof paces

type Props = {
  readonly me: Me
  readonly onSessionOver: () => void
  readonly children: ComponentChildren
}

export function VisitProvider({ me, onSessionOver, children }: Props) {
  const [lostMs, setLostMs] = useState<number>()
  const answeredMs = useRef(Date.now())
  const [nowMs, setNowMs] = useState(Date.now)
  const [refreshes, setRefreshes] = useState(0)
  const [recoveries, setRecoveries] = useState(0)
  const refresh = useCallback(() => setRefreshes((count) => count + 1), [])
  usePulse(useCallback(() => setNowMs(Date.now()), []))
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
  const isLost = lostMs !== undefined
  // What failed in between is read as soon as the shop responds again.
  useEffect(() => {
    if (isLost) return () => setRecoveries((count) => count + 1)
  }, [isLost])
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
    due: (pace) => {
      const beat = Math.floor(nowMs / paces[pace])
      return pace === 'pulse' ? `${beat} ${refreshes}` : `${beat} ${recoveries}`
    },
    nowMs,
    refresh,
    succeeded,
    failed,
  }
  return <Context.Provider value={visit}>{children}</Context.Provider>
}

/** Pulses regularly while the page is looked at, and as soon as it is again. */
function usePulse(pulse: () => void): void {
  useEffect(() => {
    const pulseIfSeen = () => {
      if (document.visibilityState === 'visible') pulse()
    }
    const timer = setInterval(pulseIfSeen, pulseMs)
    document.addEventListener('visibilitychange', pulseIfSeen)
    addEventListener('online', pulseIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', pulseIfSeen)
      removeEventListener('online', pulseIfSeen)
    }
  }, [pulse])
}
