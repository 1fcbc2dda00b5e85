import { useCallback, useRef } from 'preact/hooks'
import { isServed } from '../parts/is-served.ts'
import { Login } from '../parts/login.tsx'
import { Notice } from '../parts/notice.tsx'
import { pos } from '../parts/pos.ts'
import { problemOf } from '../parts/problem.ts'
import { publicStaff } from '../parts/public-staff.ts'
import { useStages } from '../parts/use-stages.ts'
import { ShopPage } from './shell/shop-page.tsx'
import { readShop } from './shop/shop.tsx'
import { useTexts } from './texts/use-texts.ts'

const ways = {
  open: async () => ({ shop: await readShop() }),
  lock: () => publicStaff('office'),
}

/** The page: the login, then the shop. */
export function App() {
  const texts = useTexts()
  const { stage, start, enter, lock } = useStages(ways)
  const isLeaving = useRef(false)
  const leave = useCallback(() => {
    lock(!isLeaving.current)
    isLeaving.current = false
  }, [lock])
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

  switch (stage.name) {
    case 'locked':
      return (
        <Login
          title={stage.shopName ?? texts.office}
          names={stage.staff.map(({ name }) => name)}
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
        <Notice
          title={texts.notSetUp}
          text={isServed('till') ? texts.notSetUpHow : texts.notSetUpElsewhere}
        >
          {isServed('till') && (
            <a class="button strong" href="/till">
              {texts.setItUp}
            </a>
          )}
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
