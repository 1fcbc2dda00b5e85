import { useCallback, useEffect } from 'preact/hooks'
import type { Clock } from '../../shared/client/api.ts'
import { FormatsProvider } from '../parts/formats.tsx'
import { Login } from '../parts/login.tsx'
import { Notice } from '../parts/notice.tsx'
import { type Currency, type Me, pos } from '../parts/pos.ts'
import { publicStaff } from '../parts/public-staff.ts'
import { ScannerProvider } from '../parts/scanner/scanner-provider.tsx'
import { useStages } from '../parts/use-stages.ts'
import { Board } from './board/board.tsx'
import { useTexts } from './texts/use-texts.ts'

type Shop = {
  readonly name: string
  readonly currency: Currency
  readonly timeZone: string | null
  readonly clock: Clock | null
}

const ways = {
  open: async () => ({ shop: await readShop() }),
  lock: () => publicStaff('kitchen'),
}

/** The kitchen's screen: the login, then the tickets. */
export function App() {
  const texts = useTexts()
  const { stage, start, enter, lock } = useStages(ways)
  const onSessionOver = useCallback(() => lock(true), [lock])
  /** Throws when the shop does not answer; then the session stays open. */
  const logOut = async () => {
    await pos.auth.logout()
    lock(false)
  }
  useEffect(() => {
    document.title = texts.kitchen
  }, [texts])

  switch (stage.name) {
    case 'locked':
      return (
        <Login
          title={texts.kitchen}
          names={stage.staff.map(({ name }) => name)}
          note={stage.isSessionOver ? texts.sessionOver : undefined}
          onLogin={enter}
        />
      )
    case 'open':
      return <OpenKitchen {...stage} onSessionOver={onSessionOver} onLogOut={logOut} />
    case 'not-set-up':
      return (
        <Notice title={texts.notSetUp} text={texts.notSetUpHow}>
          <button type="button" class="strong" onClick={start}>
            {texts.again}
          </button>
        </Notice>
      )
    case 'starting':
    case 'unreachable':
      return (
        <Notice
          title={texts.kitchen}
          text={stage.name === 'unreachable' ? texts.unreachable : texts.starting}
        />
      )
  }
}

type OpenProps = {
  readonly me: Me
  readonly shop: Shop
  readonly onSessionOver: () => void
  readonly onLogOut: () => Promise<void>
}

function OpenKitchen({ me, shop, onSessionOver, onLogOut }: OpenProps) {
  const texts = useTexts()
  const maySee = me.perms.some(({ name }) => name === 'orders_read')
  return (
    <FormatsProvider {...shop}>
      {maySee ? (
        <ScannerProvider knows={() => false} refusalOf={texts.scanned}>
          <Board
            me={me}
            shopName={shop.name}
            onSessionOver={onSessionOver}
            onLogOut={onLogOut}
          />
        </ScannerProvider>
      ) : (
        <Notice title={texts.kitchen} text={texts.denied}>
          <button type="button" onClick={() => void onLogOut()}>
            {texts.logOut}
          </button>
        </Notice>
      )}
    </FormatsProvider>
  )
}

async function readShop(): Promise<Shop> {
  const [business, currency] = await Promise.all([
    pos.config.show(),
    pos.currencies.base(),
  ])
  const timeZone = 'timezone' in business ? business.timezone : null
  const clock = 'clock' in business ? business.clock : null
  return { name: business.businessName, currency, timeZone, clock }
}
