import { useEffect } from 'preact/hooks'
import { FormatsProvider } from '../../../../page-parts/formats.tsx'
import type { Me } from '../../../../page-parts/pos.ts'
import { ApprovalProvider } from '../approval/approval-provider.tsx'
import { CartProvider, useCarts } from '../cart/cart-provider.tsx'
import { DisplayFeed } from '../display/display-feed.tsx'
import { shopName } from '../kept.ts'
import { SalesProvider } from '../sales/sales-provider.tsx'
import type { Shop } from '../shop/shop.ts'
import { TillProvider } from '../shop/till.tsx'
import { Header } from './header.tsx'
import { useIdleLock } from './idle-lock.ts'
import { Navigation, useSection } from './navigation.tsx'
import { NoShift } from './no-shift.tsx'
import { useUpdates } from './service-worker.ts'

type Props = {
  readonly me: Me
  readonly shop: Shop
  readonly onLock: (isSessionOver: boolean) => void
}

/** The till once somebody has logged in: its header, its sections, and the one that is shown. */
export function OpenTill({ me, shop, onLock }: Props) {
  const { businessName, timezone } = shop.settings
  useEffect(() => {
    document.title = businessName
    shopName.set(businessName)
  }, [businessName])
  const timeZone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <FormatsProvider currency={shop.currency} timeZone={timeZone}>
      <TillProvider me={me} shop={shop} onLock={onLock}>
        <ApprovalProvider>
          <CartProvider>
            <DisplayFeed>
              <SalesProvider>
                <Frame />
              </SalesProvider>
            </DisplayFeed>
          </CartProvider>
        </ApprovalProvider>
      </TillProvider>
    </FormatsProvider>
  )
}

function Frame() {
  const { section, shown } = useSection()
  const { cart } = useCarts()
  useIdleLock()
  useUpdates(cart.lines.length === 0)
  return (
    <div class="till">
      <Header notice={section?.sells && <NoShift />}>
        {shown.length > 1 && <Navigation shown={shown} current={section} />}
      </Header>
      {section && <section.View />}
    </div>
  )
}
