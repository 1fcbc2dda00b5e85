import { useCallback, useEffect, useState } from 'preact/hooks'
import { FormatsProvider } from '../../../page-parts/formats.tsx'
import { Login } from '../../../page-parts/login.tsx'
import { Notice } from '../../../page-parts/notice.tsx'
import { type Currency, type Me, pos } from '../../../page-parts/pos.ts'
import { problemOf } from '../../../page-parts/problem.ts'
import { rememberedSession } from '../../../page-parts/remembered-session.ts'
import { Board } from './board/board.tsx'
import { useTexts } from './texts/use-texts.ts'

type Shop = {
  readonly name: string
  readonly currency: Currency
  readonly timeZone: string | undefined
}

type Stage =
  | { readonly name: 'starting' | 'unreachable' | 'not-set-up' }
  | {
      readonly name: 'login'
      readonly names: readonly string[]
      readonly isSessionOver: boolean
    }
  | { readonly name: 'open'; readonly me: Me; readonly shop: Shop }

const retryMs = 5_000

/** As the page says that served it. */
const isLoginScreenPublic =
  document.getElementById('kitchen')?.dataset.publicLoginScreen === 'true'

/** The kitchen's screen: the login, then the tickets. */
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
  const leave = useCallback(
    (isSessionOver: boolean) => {
      rememberedSession.keep(false)
      show(loginStage(isSessionOver))
    },
    [show],
  )
  const onSessionOver = useCallback(() => leave(true), [leave])
  /** Throws when the shop does not answer; then the session stays open. */
  const logOut = async () => {
    await pos.auth.logout()
    leave(false)
  }

  useEffect(start, [start])
  useEffect(() => {
    document.title = texts.kitchen
  }, [texts])
  useEffect(() => {
    if (stage.name !== 'unreachable') return
    const timer = setInterval(start, retryMs)
    return () => clearInterval(timer)
  }, [stage.name, start])

  switch (stage.name) {
    case 'login':
      return (
        <Login
          title={texts.kitchen}
          names={stage.names}
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
  const timeZone = shop.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const maySee = me.perms.some(({ name }) => name === 'orders_read')
  return (
    <FormatsProvider currency={shop.currency} timeZone={timeZone}>
      {maySee ? (
        <Board
          me={me}
          shopName={shop.name}
          onSessionOver={onSessionOver}
          onLogOut={onLogOut}
        />
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

/** The tickets where a session is alive, else the login. Throws when the shop is unreachable. */
async function firstStage(): Promise<Stage> {
  const { initialized } = await pos.setup.state()
  if (!initialized) return { name: 'not-set-up' }
  if (!rememberedSession.isLikely()) return loginStage(false)
  try {
    return await openStage(await pos.users.me())
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
    return loginStage(false)
  }
}

async function openStage(me: Me): Promise<Stage> {
  const [business, currency] = await Promise.all([
    pos.config.show(),
    pos.currencies.base(),
  ])
  const timeZone = 'timezone' in business ? (business.timezone ?? undefined) : undefined
  return { name: 'open', me, shop: { name: business.businessName, currency, timeZone } }
}

/** The login, with the names of the users, if the deployment makes them public. */
async function loginStage(isSessionOver: boolean): Promise<Stage> {
  if (!isLoginScreenPublic) return { name: 'login', names: [], isSessionOver }
  try {
    const names = (await pos.users.listPublic()).map(({ name }) => name)
    names.sort((one, other) => one.localeCompare(other))
    return { name: 'login', names, isSessionOver }
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
    return { name: 'login', names: [], isSessionOver }
  }
}
