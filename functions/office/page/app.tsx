import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Login } from '../../../page-parts/login.tsx'
import { Notice } from '../../../page-parts/notice.tsx'
import { type Me, pos } from '../../../page-parts/pos.ts'
import { problemOf } from '../../../page-parts/problem.ts'
import { rememberedSession } from '../../../page-parts/remembered-session.ts'
import { type Shop, ShopPage } from './shop-page.tsx'
import { useTexts } from './texts/use-texts.ts'

type Stage =
  | { readonly name: 'starting' | 'unreachable' | 'not-set-up' }
  | {
      readonly name: 'login'
      readonly shopName?: string | undefined
      readonly names: readonly string[]
      readonly isSessionOver: boolean
    }
  | { readonly name: 'open'; readonly me: Me; readonly shop: Shop }

const retryMs = 5_000

/** As the page says that served it. */
const isLoginScreenPublic =
  document.getElementById('office')?.dataset.publicLoginScreen === 'true'

/** The page: the login, then the shop. */
export function App() {
  const texts = useTexts()
  const [stage, setStage] = useState<Stage>({ name: 'starting' })
  const isLeaving = useRef(false)

  const show = useCallback((next: Promise<Stage>) => {
    next.then(setStage, () => setStage({ name: 'unreachable' }))
  }, [])
  const start = useCallback(() => show(firstStage()), [show])
  const enter = (me: Me) => {
    rememberedSession.keep(true)
    show(readShop().then((shop) => ({ name: 'open', me, shop })))
  }
  const leave = useCallback(() => {
    // The shop's page stops at once: what it still asks would be refused.
    setStage({ name: 'starting' })
    rememberedSession.keep(false)
    show(loginStage(!isLeaving.current))
    isLeaving.current = false
  }, [show])
  /** Throws when the shop does not answer; then the session stays open. */
  const logOut = async () => {
    isLeaving.current = true
    try {
      await pos.auth.logout()
    } catch (error) {
      if (problemOf(error) !== 'session-over') {
        isLeaving.current = false
        throw error
      }
    }
    leave()
  }

  useEffect(start, [start])
  useEffect(() => {
    if (stage.name !== 'unreachable') return
    const timer = setInterval(start, retryMs)
    return () => clearInterval(timer)
  }, [stage.name, start])

  switch (stage.name) {
    case 'login':
      return (
        <Login
          title={stage.shopName ?? texts.office}
          names={stage.names}
          note={stage.isSessionOver ? texts.sessionOver : undefined}
          onLogin={enter}
        />
      )
    case 'open':
      return (
        <ShopPage
          me={stage.me}
          shop={stage.shop}
          onSessionOver={leave}
          onLogOut={logOut}
        />
      )
    case 'not-set-up':
      return (
        <Notice title={texts.notSetUp} text={texts.notSetUpHow}>
          <a class="button strong" href="/till">
            {texts.setItUp}
          </a>
          <button type="button" onClick={start}>
            {texts.again}
          </button>
        </Notice>
      )
    case 'starting':
    case 'unreachable':
      return (
        <Notice
          title={texts.office}
          text={stage.name === 'unreachable' ? texts.unreachable : texts.starting}
        />
      )
  }
}

/** The shop where a session is alive, else the login. Throws when the shop is unreachable. */
async function firstStage(): Promise<Stage> {
  const { initialized } = await pos.setup.state()
  if (!initialized) return { name: 'not-set-up' }
  if (!rememberedSession.isLikely()) return loginStage(false)
  try {
    const shop = await readShop()
    return { name: 'open', me: await pos.users.me(), shop }
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
    return loginStage(false)
  }
}

async function readShop(): Promise<Shop> {
  const business = await pos.config.show()
  const currency = await pos.currencies.base()
  return {
    name: business.businessName,
    isRestaurant: business.businessType === 'restaurant',
    currency,
    timeZone: 'timezone' in business ? business.timezone : null,
  }
}

/** The login, with the names of the users, if the deployment makes them public. */
async function loginStage(isSessionOver: boolean): Promise<Stage> {
  if (!isLoginScreenPublic) return { name: 'login', names: [], isSessionOver }
  try {
    const { businessName } = await pos.config.show()
    const names = (await pos.users.list()).map(({ name }) => name)
    names.sort((one, other) => one.localeCompare(other))
    return { name: 'login', shopName: businessName, names, isSessionOver }
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
    return { name: 'login', names: [], isSessionOver }
  }
}
