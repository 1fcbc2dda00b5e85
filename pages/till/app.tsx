import { useCallback } from 'preact/hooks'
import type { TillData } from '../../shared/client/api.ts'
import { PosError } from '../../shared/client/pos-error.ts'
import { loadedLater } from '../parts/loaded-later.tsx'
import { Notice } from '../parts/notice.tsx'
import { type Me, pos } from '../parts/pos.ts'
import { problemOf } from '../parts/problem.ts'
import { publicStaff } from '../parts/public-staff.ts'
import { rememberedSession } from '../parts/remembered-session.ts'
import { ScannerProvider } from '../parts/scanner/scanner-provider.tsx'
import { useStages } from '../parts/use-stages.ts'
import { Lock } from './lock/lock.tsx'
import { outbox } from './sales/own-outbox.ts'
import { UnsentNote } from './sales/unsent-note.tsx'
import { OpenTill } from './shell/open-till.tsx'
import { isLeaving, keptMe, keptShift, shopName } from './shop/kept.ts'
import { forgetSellingKey, offlinePeople } from './shop/offline-keys.ts'
import { endOfflineSession } from './shop/offline-session.ts'
import { keptTill } from './shop/own-till.ts'
import { mayOf, mayReadTillData, readLists } from './shop/shop.ts'
import type { Start } from './shop/till.tsx'
import { useTexts } from './texts/use-texts.ts'

/** Shops are set up once. */
const SetUp = loadedLater(async () => (await import('./set-up/set-up.tsx')).SetUp)

/** Data that was asked for before it was known who asks. */
let begun: Promise<TillData> | undefined

const ways = {
  mayBeOpen: () => !isLeaving.get() && rememberedSession.isLikely(),
  begin: () => {
    begun = readData()
    // One that failed is asked for again
    begun.catch(() => {
      begun = undefined
    })
  },
  open: async (me: Me) => {
    void keptMe.set(me)
    return { start: await readStart(me) }
  },
  /** Opens at once with the kept data; changes follow. */
  openKept: async () => {
    const me = keptMe.get()
    const data = me && mayReadTillData(mayOf(me)) && (await pos.tillData.kept())
    return data ? { me, start: { data, isMeKept: true } } : undefined
  },
  lockKept: () => {
    const people = keptTill.get() ? offlinePeople() : []
    const staff = people.map(({ user }) => ({ id: user.userId, name: user.name }))
    return staff.length > 0 ? { staff } : undefined
  },
  /** A locked till has no session, so that its cookies open nothing. */
  lock: async () => {
    begun = undefined
    void keptMe.set(undefined)
    forgetSellingKey()
    endOfflineSession()
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
          <UnsentNote />
        </ScannerProvider>
      )
    case 'open':
      return <OpenTill me={stage.me} start={stage.start} onLock={leave} />
    case 'starting':
    case 'unreachable':
      return (
        <Notice
          title={texts.till}
          text={stage.name === 'unreachable' ? texts.unreachable : texts.starting}
        >
          <UnsentNote />
        </Notice>
      )
  }
}

/** Reads the start of a till, with the changes since its kept data. Throws PosError. */
async function readStart(me: Me): Promise<Start> {
  const earlier = begun
  begun = undefined
  if (!mayReadTillData(mayOf(me))) return { shop: await readLists(me) }
  try {
    return { data: await (earlier ?? readData()), isMeKept: false }
  } catch (error) {
    // A function of a release before it
    if (error instanceof PosError && error.status === 404) {
      return { shop: await readLists(me) }
    }
    const data = problemOf(error) === 'unreachable' && (await pos.tillData.kept())
    if (data) return { data, isMeKept: true }
    throw error
  }
}

async function readData(): Promise<TillData> {
  const [data] = await Promise.all([pos.tillData.latest(), learnShift()])
  return data
}

/** Asks once whether a shift is open: a notice that comes late would move the tiles. */
async function learnShift(): Promise<void> {
  if (keptShift.get() !== undefined) return
  const { shift } = await pos.tillData.now()
  void keptShift.set(shift !== null)
}

async function logOut(): Promise<void> {
  try {
    await rest()
    await pos.auth.logout()
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
  }
}

/** Tells the shop that nothing waits here, so that nobody looks for this till. */
async function rest(): Promise<void> {
  if (!keptTill.get() || outbox.all().length > 0) return
  try {
    const hasAll = await outbox.hasAll(await pos.tills.own())
    await pos.tills.status({
      body: { ...(hasAll && { waitingSales: 0 }), resting: true },
    })
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
  }
}
