import { useEffect, useRef, useState } from 'preact/hooks'
import { FormatsProvider, useFormats } from '../../parts/formats.tsx'
import { isServed } from '../../parts/is-served.ts'
import type { Me } from '../../parts/pos.ts'
import { PreferenceButtons } from '../../parts/preference-buttons.tsx'
import { dayOf } from '../figures/day.ts'
import { useVisit, VisitProvider } from '../figures/visit.tsx'
import { type Shop, ShopProvider, useShop } from '../shop/shop.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { Navigation, useSection } from './navigation.tsx'
import { OpenSection } from './open-section.tsx'

type Props = {
  readonly me: Me
  readonly shop: Shop
  readonly onSessionOver: () => void
  readonly onLogOut: () => Promise<void>
}

/** Shows the page after a login: its header, its sections, and the current one. */
export function ShopPage({ me, shop, onSessionOver, onLogOut }: Props) {
  return (
    <ShopProvider shop={shop}>
      <VisitProvider me={me} onSessionOver={onSessionOver}>
        <Frame onLogOut={onLogOut} />
      </VisitProvider>
    </ShopProvider>
  )
}

function Frame({ onLogOut }: Pick<Props, 'onLogOut'>) {
  const { shop } = useShop()
  const texts = useTexts()
  useNewSettings()
  const { shown, section, refused } = useSection()
  return (
    <FormatsProvider {...shop}>
      <Header shopName={shop.name} onLogOut={onLogOut} />
      {refused && (
        <p class="refused" role="alert">
          {texts.notYours(refused.titleIn(texts))}
        </p>
      )}
      <div class={shown.length > 1 ? 'frame' : 'frame alone'}>
        {section && shown.length > 1 && <Navigation shown={shown} current={section} />}
        {section && <OpenSection section={section} />}
      </div>
    </FormatsProvider>
  )
}

/** Reads the shop again once somebody has changed its settings elsewhere. */
function useNewSettings() {
  const { readShopAgain } = useShop()
  const { due, failed } = useVisit()
  const turn = due({ pace: 'often', news: ['catalogue'] })
  const readAt = useRef(turn)
  useEffect(() => {
    if (readAt.current === turn) return
    readAt.current = turn
    readShopAgain().catch(failed)
  }, [turn, readShopAgain, failed])
}

type HeaderProps = { readonly shopName: string; readonly onLogOut: () => Promise<void> }

function Header({ shopName, onLogOut }: HeaderProps) {
  const texts = useTexts()
  const { day, time, dayOffsetAt } = useFormats()
  const { user, lostMs, nowMs } = useVisit()
  const [trouble, setTrouble] = useState<string>()
  const title = useRef<HTMLHeadingElement>(null)
  // The login is gone, and those who hear the page begin at its title.
  useEffect(() => title.current?.focus(), [])
  const logOut = () => {
    onLogOut().catch(() => setTrouble(texts.logOutFailed))
  }
  return (
    <header class="office-header">
      <div class="shop-name">
        <h1 ref={title} tabIndex={-1}>
          {shopName}
        </h1>
        <p class="quiet day">{day(dayOf(nowMs, dayOffsetAt).startMs)}</p>
        <p class={lostMs === undefined ? 'connection' : 'connection lost'} role="status">
          {lostMs === undefined ? texts.connected : texts.reconnecting(time(lostMs))}
        </p>
      </div>
      <PreferenceButtons />
      {isServed('till') && (
        <a class="button" href="/till">
          {texts.till}
        </a>
      )}
      <button type="button" onClick={logOut}>
        {texts.logOut} <span class="quiet">{user.name}</span>
      </button>
      <p class="trouble" role="alert">
        {trouble}
      </p>
    </header>
  )
}
