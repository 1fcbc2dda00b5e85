import { type ComponentChildren, createContext } from 'preact'
import {
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'
import { type Me, pos } from '../../parts/pos.ts'
import { type Problem, problemOf } from '../../parts/problem.ts'
import { isUnsaid, nothingTold, type Told, withEvent, withoutOrders } from './told.ts'

/** A user's look at the shop, from login to logout. */
export type Visit = {
  readonly user: Me['user']
  readonly may: (permission: string) => boolean
  /** Time of the shop's last answer, in Unix ms, if it does not answer any more. */
  readonly lostMs: number | undefined
  /** Changes when a reading is due. */
  readonly due: (when: When) => string
  /** News of the feed. */
  readonly told: Told
  /** Forgets the orders that it told before a moment, in Unix ms. */
  readonly forget: (beforeMs: number) => void
  /** The present, in Unix ms, as of the last pulse. */
  readonly nowMs: number
  /** Tells how a call went; returns what an error means. */
  readonly succeeded: () => void
  readonly failed: (error: unknown) => Problem
}

/**
 * Times of readings: by the clock while the feed is away; while it is open, after the
 * news of `news`, and when a person looks after the news of `look`, or always if this
 * user gets no news of one of them. The feed itself carries all other changes.
 */
export type When = {
  /** Shortest interval of readings. */
  readonly pace: Pace
  readonly news?: readonly Topic[]
  readonly look?: readonly Topic[] | 'always'
}

const Context = createContext<Visit | undefined>(undefined)

export function useVisit(): Visit {
  const visit = useContext(Context)
  if (!visit) throw new Error('no visit above')
  return visit
}

const pulseMs = 5_000

/** Shortest intervals of readings, in ms. */
const paces = { pulse: pulseMs, often: 30_000, seldom: 120_000, rarely: 600_000 } as const
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
  const [lookedMs, setLookedMs] = useState(0)
  const [recoveries, setRecoveries] = useState(0)
  const turns = useRef(new Map<string, { readonly beat: number; readonly ms: number }>())
  const recover = useCallback(() => setRecoveries((count) => count + 1), [])
  usePulse(
    useCallback((seenMs: number) => {
      setNowMs(Date.now())
      setLookedMs(seenMs)
    }, []),
    recover,
  )
  const answered = useCallback(() => {
    answeredMs.current = Date.now()
  }, [])
  const { isLive, told, forget, newsMs, missed } = useNews(recover, answered)
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
  // Failed readings are repeated as soon as the shop responds again.
  useEffect(() => {
    if (isLost) return recover
  }, [isLost, recover])
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
    due: ({ pace, news = [], look = [] }) => {
      const everyMs = paces[pace]
      const name = [pace, ...news, '/', look].join()
      const turn = turns.current.get(name) ?? { beat: 0, ms: nowMs }
      const isTold = (topic: Topic) => isToldOf(topic, me.user.isAdmin, may)
      const latestOf = (topics: readonly Topic[]) =>
        Math.max(0, ...topics.map((topic) => newsMs[topic] ?? 0))
      const isAlways =
        look === 'always' || ![...news, ...look].every((topic) => isTold(topic))
      const isWorthALook = isAlways || latestOf(look) > turn.ms
      const beat =
        isLive && !isLost
          ? Math.max(
              Math.ceil(latestOf(news) / everyMs),
              isWorthALook ? beatOf(lookedMs, everyMs, turn.beat) : 0,
            )
          : Math.floor(nowMs / everyMs)
      // News are read at the end of their interval, with those that follow them
      const isDue = beat > turn.beat && beat * everyMs <= nowMs
      if (isDue || turn.beat === 0) {
        const first = Math.floor(nowMs / everyMs)
        turns.current.set(name, { beat: isDue ? beat : first, ms: nowMs })
      }
      const isMissed = pace === 'pulse' || news.includes('alert')
      const asked = isMissed ? recoveries + missed : recoveries
      return `${turns.current.get(name)?.beat} ${asked}`
    },
    told,
    forget,
    nowMs,
    succeeded,
    failed,
  }
  return <Context.Provider value={visit}>{children}</Context.Provider>
}

/** A look counts at once, or at the end of the interval in which the reading was due last. */
function beatOf(lookedMs: number, everyMs: number, lastBeat: number): number {
  const beat = Math.floor(lookedMs / everyMs)
  return beat > lastBeat ? beat : Math.ceil(lookedMs / everyMs)
}

/** Topics of the feed that the page follows; a shift is told with the catalogue's version. */
const topics = ['order', 'table', 'catalogue', 'stock', 'alert'] as const
type Topic = (typeof topics)[number] | 'shift'

/** Permissions for news of a topic: one of these, as docs/events.md lists them. */
const rights = {
  order: ['orders_read'],
  table: ['tables_read'],
  catalogue: ['products_read', 'dish_read'],
  shift: ['products_read', 'dish_read'],
  stock: ['products_read'],
} as const satisfies Record<Exclude<Topic, 'alert'>, readonly string[]>

const isToldOf = (topic: Topic, isAdmin: boolean, may: Visit['may']) =>
  topic === 'alert' ? isAdmin : rights[topic].some(may)

type News = Readonly<Partial<Record<Topic, number>>>

/**
 * Follows the feed: its news, the time of the last news of each topic, in Unix ms, and whether
 * it is open. Calls `onGap` when the feed has opened again, as news in between was missed; and
 * `onAnswer` when it closes. `missed` counts news without all its content.
 */
function useNews(onGap: () => void, onAnswer: () => void) {
  const [isLive, setLive] = useState(false)
  const [newsMs, setNewsMs] = useState<News>({})
  const [told, setTold] = useState(nothingTold)
  const [missed, setMissed] = useState(0)
  const forget = useCallback(
    (beforeMs: number) => setTold((before) => withoutOrders(before, beforeMs)),
    [],
  )
  useEffect(() => {
    const controller = new AbortController()
    const close = () => {
      setLive(false)
      onAnswer()
      setTold((before) => ({ ...before, closedMs: Date.now() }))
    }
    const follow = async () => {
      let openings = 0
      let version = ''
      const { signal } = controller
      for await (const event of pos.events.watch({ topics, signal })) {
        if (event.type === 'closed') {
          close()
          continue
        }
        setLive(true)
        const about: Topic[] = []
        if (event.type === 'opened') {
          openings += 1
          if (openings > 1) onGap()
          // A reading from before the first opening may be older than the feed
          else setMissed((count) => count + 1)
        } else if (event.type === 'catalogue.changed') {
          about.push(event.version === version ? 'shift' : 'catalogue')
          if (version === '') about.push('shift')
          version = event.version
        } else {
          if (isUnsaid(event)) setMissed((count) => count + 1)
          else setTold((before) => withEvent(before, event, Date.now()))
          about.push(event.type.split('.')[0] as Topic)
        }
        const news = about.map((topic) => [topic, Date.now()] as const)
        setNewsMs((before) => ({ ...before, ...Object.fromEntries(news) }))
      }
    }
    addEventListener('offline', close)
    // Without the feed the clock decides, and a reading learns why
    follow().catch(close)
    return () => {
      controller.abort()
      removeEventListener('offline', close)
    }
  }, [onGap, onAnswer])
  return { isLive, told, forget, newsMs, missed }
}

/** Signs of a person at the page. */
const looks = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const

/**
 * Pulses regularly while the page is visible, and as soon as it is again, with the time
 * of the person's last look, in Unix ms; calls `onReturn` after a while in which things
 * without news may have changed.
 */
function usePulse(pulse: (lookedMs: number) => void, onReturn: () => void): void {
  useEffect(() => {
    let seenMs = Date.now()
    let lookedMs = 0
    const pulseIfSeen = () => {
      if (document.visibilityState !== 'visible') return
      if (Date.now() - seenMs > paces.often) onReturn()
      seenMs = Date.now()
      pulse(lookedMs)
    }
    const look = () => {
      if (document.visibilityState !== 'visible') return
      const isFirst = Date.now() - lookedMs > pulseMs
      lookedMs = Date.now()
      if (isFirst) pulseIfSeen()
    }
    const timer = setInterval(pulseIfSeen, pulseMs)
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    for (const action of looks) addEventListener(action, look, { passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
      for (const action of looks) removeEventListener(action, look)
    }
  }, [pulse, onReturn])
}
