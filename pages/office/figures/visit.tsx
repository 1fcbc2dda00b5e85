import { type ComponentChildren, createContext } from 'preact'
import {
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'
import type { EventTopic } from '../../../shared/client/watch.ts'
import { type Me, pos } from '../../parts/pos.ts'
import { type Problem, problemOf } from '../../parts/problem.ts'

/** A user's look at the shop, from login to logout. */
export type Visit = {
  readonly user: Me['user']
  readonly may: (permission: string) => boolean
  /** When the shop answered last, in Unix ms, if it does not any more. */
  readonly lostMs: number | undefined
  /**
   * Changes when a reading is due: after news of its topics, or by the clock where the feed is
   * away or does not tell this user of one of them.
   */
  readonly due: (pace: Pace, topics: readonly EventTopic[]) => string
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

/** How often something is read at most, in ms. */
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
  const [refreshes, setRefreshes] = useState(0)
  const [recoveries, setRecoveries] = useState(0)
  const turns = useRef(new Map<string, number>())
  const refresh = useCallback(() => setRefreshes((count) => count + 1), [])
  const recover = useCallback(() => setRecoveries((count) => count + 1), [])
  usePulse(
    useCallback(() => setNowMs(Date.now()), []),
    recover,
  )
  const { isLive, newsMs } = useNews(recover)
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
    due: (pace, topics) => {
      const everyMs = paces[pace]
      const isTold =
        topics.length > 0 &&
        topics.every((topic) => isToldOf(topic, me.user.isAdmin, may))
      const name = `${pace} ${topics.join()}`
      const beat =
        isLive && isTold && !isLost
          ? Math.ceil(Math.max(0, ...topics.map((topic) => newsMs[topic] ?? 0)) / everyMs)
          : Math.floor(nowMs / everyMs)
      // News are read at the end of their interval, with those that follow them
      const turn = turns.current.get(name) ?? 0
      if (beat > turn && beat * everyMs <= nowMs) turns.current.set(name, beat)
      const asked = pace === 'pulse' ? refreshes + recoveries : recoveries
      return `${turns.current.get(name)} ${asked}`
    },
    nowMs,
    refresh,
    succeeded,
    failed,
  }
  return <Context.Provider value={visit}>{children}</Context.Provider>
}

/** What a user needs to be told of a topic, as docs/events.md lists it. */
const rights = {
  order: 'orders_read',
  line: 'orders_read',
  table: 'tables_read',
  product: 'products_read',
  catalogue: 'products_read',
  stock: 'products_read',
  printer: 'printer_update',
} as const satisfies Record<Exclude<EventTopic, 'alert'>, string>

const isToldOf = (topic: EventTopic, isAdmin: boolean, may: Visit['may']) =>
  topic === 'alert' ? isAdmin : may(rights[topic])

type News = Readonly<Partial<Record<EventTopic, number>>>

/**
 * When the feed reported news of each topic last, in Unix ms, and whether it is open. Calls
 * `onGap` when it has opened again: what came in between was not reported.
 */
function useNews(onGap: () => void) {
  const [isLive, setLive] = useState(false)
  const [newsMs, setNewsMs] = useState<News>({})
  useEffect(() => {
    const controller = new AbortController()
    const follow = async () => {
      let openings = 0
      for await (const { type } of pos.events.watch({ signal: controller.signal })) {
        setLive(type !== 'closed')
        if (type === 'opened') {
          openings += 1
          if (openings > 1) onGap()
        }
        if (type === 'closed') continue
        // What was read before the first opening may be older than it
        const topics = type === 'opened' ? ['order', 'alert'] : [type.split('.')[0]]
        const nowMs = Date.now()
        const news = topics.map((topic) => [topic, nowMs] as const)
        setNewsMs((before) => ({ ...before, ...Object.fromEntries(news) }))
      }
    }
    // A socket may take minutes to learn of it
    const lose = () => setLive(false)
    addEventListener('offline', lose)
    // Without the feed the clock decides, and a reading learns why
    follow().catch(lose)
    return () => {
      controller.abort()
      removeEventListener('offline', lose)
    }
  }, [onGap])
  return { isLive, newsMs }
}

/**
 * Pulses regularly while the page is looked at, and as soon as it is again: `onReturn` after a
 * while, in which what no feed reports may have changed.
 */
function usePulse(pulse: () => void, onReturn: () => void): void {
  useEffect(() => {
    let seenMs = Date.now()
    const pulseIfSeen = () => {
      if (document.visibilityState !== 'visible') return
      if (Date.now() - seenMs > paces.often) onReturn()
      seenMs = Date.now()
      pulse()
    }
    const timer = setInterval(pulseIfSeen, pulseMs)
    document.addEventListener('visibilitychange', pulseIfSeen)
    addEventListener('online', pulseIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', pulseIfSeen)
      removeEventListener('online', pulseIfSeen)
    }
  }, [pulse, onReturn])
}
