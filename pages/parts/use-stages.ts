import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Me, pos } from './pos.ts'
import { problemOf } from './problem.ts'
import { rememberedSession } from './remembered-session.ts'

/** Stage of a page: nothing yet, its login, or the opened shop. */
type Stage<Locked, Open> =
  | { readonly name: 'starting' | 'unreachable' | 'not-set-up' }
  | ({
      readonly name: 'locked'
      readonly isSessionOver: boolean
      /** True while the shop is unreachable. */
      readonly isKept?: true
    } & Locked)
  | ({ readonly name: 'open'; readonly me: Me } & Open)

/** Parts of a page that its stages need. The object must not be new at each rendering. */
type Ways<Locked, Open> = {
  /** Throws while the shop is unreachable, or the page cannot be locked. */
  readonly lock: () => Promise<Locked>
  readonly open: (me: Me) => Promise<Open>
  /** Asks for what `open` reads, beside the questions of the page itself. */
  readonly begin?: () => void
  /** The shop as this browser keeps it, with who opened it; undefined for nothing. */
  readonly openKept?: () => Promise<({ readonly me: Me } & Open) | undefined>
  /** The login as this browser keeps it, while the shop is unreachable; undefined for nobody. */
  readonly lockKept?: () => Locked | undefined
  /** True if this browser may have a session that goes on. */
  readonly mayBeOpen?: () => boolean
}

const retryMs = 5_000

/** The stages of a page, from its first until it is locked again, and how it gets to them. */
export function useStages<Locked, Open>(ways: Ways<Locked, Open>) {
  const [stage, setStage] = useState<Stage<Locked, Open>>({ name: 'starting' })
  /** Counts logins and locks: what was begun before one takes no place after it. */
  const generation = useRef(0)
  const show = useCallback(
    (next: Promise<Stage<Locked, Open>>) => {
      const begun = generation.current
      const showLatest = (found: Stage<Locked, Open>) => {
        if (begun === generation.current) setStage(found)
      }
      next.then(showLatest, () => {
        const kept = ways.lockKept?.()
        showLatest(
          kept
            ? { name: 'locked', isSessionOver: false, isKept: true, ...kept }
            : { name: 'unreachable' },
        )
      })
    },
    [ways],
  )
  const start = useCallback(() => show(firstStage(ways)), [show, ways])
  const enter = (me: Me) => {
    rememberedSession.keep(true)
    generation.current += 1
    show(openStage(ways, me))
  }
  const lock = useCallback(
    (isSessionOver: boolean) => {
      // The open shop goes first: the shop would refuse its requests.
      setStage({ name: 'starting' })
      rememberedSession.keep(false)
      generation.current += 1
      show(lockedStage(ways, isSessionOver))
    },
    [show, ways],
  )
  useEffect(start, [start])
  const isAway = stage.name === 'unreachable' || (stage.name === 'locked' && stage.isKept)
  useEffect(() => {
    if (!isAway) return
    const timer = setInterval(start, retryMs)
    return () => clearInterval(timer)
  }, [isAway, start])
  return { stage, start, enter, lock }
}

/** The shop where a session is alive, else the login. Throws while the shop is unreachable. */
async function firstStage<Locked, Open>(
  ways: Ways<Locked, Open>,
): Promise<Stage<Locked, Open>> {
  const { mayBeOpen = rememberedSession.isLikely, openKept } = ways
  const kept = mayBeOpen() ? await openKept?.() : undefined
  if (kept) return { name: 'open', ...kept }
  const isLikely = mayBeOpen()
  const asking = isLikely ? pos.users.me() : undefined
  // It may wait for longer than it takes to be refused
  asking?.catch(() => undefined)
  if (isLikely) ways.begin?.()
  const { initialized } = await pos.setup.state()
  if (!initialized) return { name: 'not-set-up' }
  if (!asking) return lockedStage(ways, false)
  try {
    return await openStage(ways, await asking)
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
    return lockedStage(ways, false)
  }
}

const openStage = async <Locked, Open>({ open }: Ways<Locked, Open>, me: Me) =>
  ({ name: 'open', me, ...(await open(me)) }) as const

const lockedStage = async <Locked, Open>(
  { lock }: Ways<Locked, Open>,
  isSessionOver: boolean,
) => ({ name: 'locked', isSessionOver, ...(await lock()) }) as const
