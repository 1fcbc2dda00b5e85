import { useEffect, useRef, useState } from 'preact/hooks'
import type { Clock } from '../../../shared/client/api.ts'
import { FormatsProvider, useFormats } from '../../parts/formats.tsx'
import { isServed } from '../../parts/is-served.ts'
import type { Currency, Me } from '../../parts/pos.ts'
import { PreferenceButtons } from '../../parts/preference-buttons.tsx'
import { useDays, useOrders } from '../figures/orders.ts'
import { useVisit, VisitProvider } from '../figures/visit.tsx'
import { Alerts } from '../sections/alerts.tsx'
import { Books } from '../sections/books.tsx'
import { Devices } from '../sections/devices.tsx'
import { LastOrders } from '../sections/last-orders.tsx'
import { NodeWarnings } from '../sections/node-warnings.tsx'
import { OpenShift } from '../sections/open-shift.tsx'
import { Payments } from '../sections/payments.tsx'
import { SalesByHour } from '../sections/sales-by-hour.tsx'
import { SalesByMethod } from '../sections/sales-by-method.tsx'
import { Stock } from '../sections/stock.tsx'
import { Today } from '../sections/today.tsx'
import { Unmatched } from '../sections/unmatched.tsx'
import { useTexts } from '../texts/use-texts.ts'

export type Shop = {
  readonly name: string
  readonly isRestaurant: boolean
  readonly currency: Pick<Currency, 'acronym' | 'fractionDigits'>
  /** Its IANA name; null where the settings name none, and the API counts days in UTC. */
  readonly timeZone: string | null
  readonly clock: Clock | null
}

type Props = {
  readonly me: Me
  readonly shop: Shop
  readonly onSessionOver: () => void
  readonly onLogOut: () => Promise<void>
}

/** The shop at one glance. */
export function ShopPage({ me, shop, onSessionOver, onLogOut }: Props) {
  useEffect(() => {
    document.title = shop.name
  }, [shop.name])
  return (
    <FormatsProvider {...shop}>
      <VisitProvider me={me} onSessionOver={onSessionOver}>
        <Header shopName={shop.name} onLogOut={onLogOut} />
        <Sections shop={shop} />
      </VisitProvider>
    </FormatsProvider>
  )
}

function Sections({ shop: { isRestaurant, timeZone } }: Pick<Props, 'shop'>) {
  const days = useDays(timeZone === null)
  const orders = useOrders(days)
  const { may } = useVisit()
  // What the shop earns is for those who may see its reports.
  const turnover = may('reports_read') ? orders : ({ problem: 'denied' } as const)
  return (
    <main class="shop">
      <NodeWarnings />
      <Alerts />
      <Today orders={turnover} days={days} hasTables={isRestaurant} />
      <SalesByHour orders={turnover} days={days} />
      <SalesByMethod orders={turnover} days={days} />
      <Books date={days.booksDate} isInUtc={timeZone === null} />
      <LastOrders orders={orders} days={days} hasTables={isRestaurant} />
      <Payments days={days} />
      <Unmatched />
      <OpenShift />
      <Stock isRestaurant={isRestaurant} />
      <Devices />
    </main>
  )
}

type HeaderProps = { readonly shopName: string; readonly onLogOut: () => Promise<void> }

function Header({ shopName, onLogOut }: HeaderProps) {
  const texts = useTexts()
  const { day, time } = useFormats()
  const { user, lostMs, nowMs } = useVisit()
  const [trouble, setTrouble] = useState<string>()
  const title = useRef<HTMLHeadingElement>(null)
  // The login is gone, and those who hear the page begin at its title.
  useEffect(() => title.current?.focus(), [])
  const logOut = () => {
    onLogOut().catch(() => setTrouble(texts.logOutFailed))
  }
  return (
    <header>
      <div class="shop-name">
        <h1 ref={title} tabIndex={-1}>
          {shopName}
        </h1>
        <p class="quiet day">{day(nowMs)}</p>
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
