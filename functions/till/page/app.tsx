import { useCallback, useEffect, useState } from 'preact/hooks'
import { Notice } from '../../../page-parts/notice.tsx'
import { type Me, pos } from '../../../page-parts/pos.ts'
import { problemOf } from '../../../page-parts/problem.ts'
import { rememberedSession } from '../../../page-parts/remembered-session.ts'
import { kept, shopName } from './kept.ts'
import { Lock } from './lock/lock.tsx'
import type { Person } from './lock/people.ts'
import { SetUp } from './set-up/set-up.tsx'
import { OpenTill } from './shell/open-till.tsx'
import { readShop, type Shop } from './shop/shop.ts'
import { useTexts } from './texts/use-texts.ts'

type Stage =
  | { readonly name: 'starting' | 'unreachable' | 'set-up' }
  | {
      readonly name: 'lock'
      readonly shopName?: string | undefined
      readonly staff: readonly Person[]
      readonly isSessionOver: boolean
    }
  | { readonly name: 'open'; readonly me: Me; readonly shop: Shop }

const retryMs = 5_000

/** Whether the session of a till that was locked is still to be ended. */
const isLeaving = kept('leaving', false, (value) => value === true)

/** As the page says that served it. */
const isLoginScreenPublic =
  document.getElementById('till')?.dataset.publicLoginScreen === 'true'

/** The till: set up once, locked until somebody sells. */
export function App() {
  const texts = useTexts()
  const [stage, setStage] = useState<Stage>({ name: 'starting' })
  const show = useCallback((next: Promise<Stage>) => {
    next.then(setStage, () => setStage({ name: 'unreachable' }))
  }, [])
  const start = useCallback(() => show(firstStage()), [show])
  const enter = (me: Me) => {
    rememberedSession.keep(true)
    show(openStage(me))
  }
  const lock = useCallback(
    (isSessionOver: boolean) => {
      setStage({ name: 'starting' })
      rememberedSession.keep(false)
      isLeaving.set(!isSessionOver)
      show(lockStage(isSessionOver))
    },
    [show],
  )

  useEffect(start, [start])
  useEffect(() => {
    if (stage.name !== 'unreachable') return
    const timer = setInterval(start, retryMs)
    return () => clearInterval(timer)
  }, [stage.name, start])

  switch (stage.name) {
    case 'set-up':
      return <SetUp onLogin={enter} onSetUpElsewhere={start} />
    case 'lock':
      return (
        <Lock
          title={stage.shopName ?? (shopName.get() || texts.till)}
          staff={stage.staff}
          note={stage.isSessionOver ? texts.sessionOver : undefined}
          onLogin={enter}
        />
      )
    case 'open':
      return <OpenTill me={stage.me} shop={stage.shop} onLock={lock} />
    case 'starting':
    case 'unreachable':
      return (
        <Notice
          title={texts.till}
          text={stage.name === 'unreachable' ? texts.unreachable : texts.starting}
        />
      )
  }
}

/** The till where a session is alive, else its lock. Throws when the shop is unreachable. */
async function firstStage(): Promise<Stage> {
  const { initialized } = await pos.setup.state()
  if (!initialized) return { name: 'set-up' }
  if (isLeaving.get() || !rememberedSession.isLikely()) return lockStage(false)
  try {
    return await openStage(await pos.users.me())
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
    return lockStage(false)
  }
}

const openStage = async (me: Me): Promise<Stage> => ({
  name: 'open',
  me,
  shop: await readShop(me),
})

/**
 * The lock, with the names of the staff if the deployment makes them public. Throws while the
 * shop is unreachable: a locked till has no session, so that its cookies open nothing.
 */
async function lockStage(isSessionOver: boolean): Promise<Stage> {
  if (isLeaving.get()) await logOut()
  isLeaving.set(false)
  if (!isLoginScreenPublic) return { name: 'lock', staff: [], isSessionOver }
  try {
    const { businessName } = await pos.config.show()
    const staff = await pos.users.listPublic()
    return { name: 'lock', shopName: businessName, staff, isSessionOver }
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
    return { name: 'lock', staff: [], isSessionOver }
  }
}

async function logOut(): Promise<void> {
  try {
    await pos.auth.logout()
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
  }
}
