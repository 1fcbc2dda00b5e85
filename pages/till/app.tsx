import { useCallback } from 'preact/hooks'
import { Notice } from '../parts/notice.tsx'
import { type Me, pos } from '../parts/pos.ts'
import { problemOf } from '../parts/problem.ts'
import { publicStaff } from '../parts/public-staff.ts'
import { rememberedSession } from '../parts/remembered-session.ts'
import { ScannerProvider } from '../parts/scanner/scanner-provider.tsx'
import { useStages } from '../parts/use-stages.ts'
import { Lock } from './lock/lock.tsx'
import { SetUp } from './set-up/set-up.tsx'
import { OpenTill } from './shell/open-till.tsx'
import { kept, shopName } from './shop/kept.ts'
import { readShop } from './shop/shop.ts'
import { useTexts } from './texts/use-texts.ts'

/** Whether the session of a till that was locked is still to be ended. */
const isLeaving = kept('leaving', false, (value) => value === true)

const ways = {
  mayBeOpen: () => !isLeaving.get() && rememberedSession.isLikely(),
  open: async (me: Me) => ({ shop: await readShop(me) }),
  /** A locked till has no session, so that its cookies open nothing. */
  lock: async () => {
    if (isLeaving.get()) await logOut()
    void isLeaving.set(false)
    return publicStaff('till')
  },
}

/** The till: set up once, locked until somebody sells. */
export function App() {
  const texts = useTexts()
  const { stage, start, enter, lock } = useStages(ways)
  const leave = useCallback(
    (isSessionOver: boolean) => {
      void isLeaving.set(!isSessionOver)
      lock(isSessionOver)
    },
    [lock],
  )
  switch (stage.name) {
    case 'not-set-up':
      return <SetUp onLogin={enter} onSetUpElsewhere={start} />
    case 'locked':
      return (
        <ScannerProvider knows={() => false} refusalOf={texts.scanLocked}>
          <Lock
            title={stage.shopName ?? (shopName.get() || texts.till)}
            staff={stage.staff}
            note={stage.isSessionOver ? texts.sessionOver : undefined}
            onLogin={enter}
          />
        </ScannerProvider>
      )
    case 'open':
      return <OpenTill me={stage.me} shop={stage.shop} onLock={leave} />
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

async function logOut(): Promise<void> {
  try {
    await pos.auth.logout()
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
  }
}
