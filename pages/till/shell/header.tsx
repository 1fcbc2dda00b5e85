import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Initial } from '../../parts/controls/initial.tsx'
import { useFormats } from '../../parts/formats.tsx'
import { useIsAllKept } from '../../parts/kept.ts'
import { useSales } from '../sales/sales-provider.tsx'
import { useUnsent } from '../sales/unsent.ts'
import { useOwnTill } from '../shop/own-till-provider.tsx'
import { useTill } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { RegisterOffer } from './rare-dialogs.tsx'
import { TillSettings } from './till-settings.tsx'

type Props = {
  /** Notice of the shown section to people. */
  readonly notice: ComponentChildren
  readonly children: ComponentChildren
}

/** Shows the shop, the sections, the user, and the settings of this till. */
export function Header({ notice, children }: Props) {
  const texts = useTexts()
  const { shop, user, isLost, lock } = useTill()
  const { news } = useSales()
  const unsent = useUnsent()
  const { money } = useFormats()
  const { own, isOffered } = useOwnTill()
  const isAllKept = useIsAllKept()
  const [areSettingsOpen, setSettingsOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  // The login is gone: screen readers begin at the page's title. At once, because later
  // it would take the focus from a person who types.
  useLayoutEffect(() => title.current?.focus(), [])
  return (
    <header class="till-header">
      <h1 ref={title} tabIndex={-1}>
        {shop.settings.businessName} {own && <span class="series">{own.series}</span>}
      </h1>
      {children}
      <p class={isLost ? 'connection lost' : 'connection'} role="status">
        {isLost && texts.reconnecting}{' '}
        {unsent.count > 0 && texts.waitingSales(unsent.count, money(unsent.cents))}
      </p>
      <button type="button" class="who" title={texts.changePerson} onClick={lock}>
        <Initial of={user.name} />
        <span class="name">{user.name}</span>
        <span class="for-screen-readers">. {texts.changePerson}</span>
      </button>
      <button
        type="button"
        class="plain"
        aria-label={texts.thisTill}
        onClick={() => setSettingsOpen(true)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 6h16M4 12h16M4 18h16" />
        </svg>
      </button>
      {!isAllKept && (
        <p class="news trouble" role="alert">
          {texts.notKept}
        </p>
      )}
      {news && (
        <p class="news" role="alert">
          {news}
        </p>
      )}
      {isLost && own && (
        <p class="news" role="status">
          {shop.settings.businessType === 'store'
            ? texts.sellsOffline
            : texts.tablesNeedCloud}
        </p>
      )}
      {notice}
      {isOffered && <RegisterOffer />}
      {areSettingsOpen && <TillSettings onClose={() => setSettingsOpen(false)} />}
    </header>
  )
}
