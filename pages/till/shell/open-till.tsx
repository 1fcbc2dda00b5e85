import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { FormatsProvider } from '../../parts/formats.tsx'
import type { Me } from '../../parts/pos.ts'
import { ScannerProvider } from '../../parts/scanner/scanner-provider.tsx'
import { ApprovalProvider } from '../approval/approval-provider.tsx'
import { CartProvider, useCarts } from '../cart/cart-provider.tsx'
import { useIdleLock } from '../lock/idle-lock.ts'
import { DisplayFeed } from '../payment/display-feed.tsx'
import { SalesProvider } from '../sales/sales-provider.tsx'
import { findCode } from '../scanner/find-code.ts'
import { dialogRefusal } from '../scanner/refusal.ts'
import { keptCurrency, shopName } from '../shop/kept.ts'
import { OwnTillProvider } from '../shop/own-till-provider.tsx'
import { type Start, TillProvider, useTill } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { Header } from './header.tsx'
import { Navigation, useSection } from './navigation.tsx'
import { NoShift } from './no-shift.tsx'
import { useUpdates } from './service-worker.ts'

type Props = {
  readonly me: Me
  readonly start: Start
  readonly onLock: (isSessionOver: boolean) => void
}

/** Shows the till after a login: its header, its sections, and the current one. */
export function OpenTill({ me, start, onLock }: Props) {
  return (
    <TillProvider me={me} start={start} onLock={onLock}>
      <Formats>
        <ApprovalProvider>
          <CartProvider>
            <DisplayFeed>
              <OwnTillProvider>
                <SalesProvider>
                  <Scanner>
                    <Frame />
                  </Scanner>
                </SalesProvider>
              </OwnTillProvider>
            </DisplayFeed>
          </CartProvider>
        </ApprovalProvider>
      </Formats>
    </TillProvider>
  )
}

/** The formats of the shop as it is now. */
function Formats({ children }: { readonly children: ComponentChildren }) {
  const { settings, currency } = useTill().shop
  const { businessName, timezone, clock } = settings
  useEffect(() => {
    document.title = businessName
    void shopName.set(businessName)
  }, [businessName])
  const { acronym, fractionDigits } = currency
  useEffect(() => {
    void keptCurrency.set({ acronym, fractionDigits })
  }, [acronym, fractionDigits])
  return (
    <FormatsProvider currency={currency} timeZone={timezone} clock={clock}>
      {children}
    </FormatsProvider>
  )
}

/** Outside of the sections that sell by codes. */
function Scanner({ children }: { readonly children: ComponentChildren }) {
  const texts = useTexts()
  const { shop } = useTill()
  const isStore = shop.settings.businessType === 'store'
  return (
    <ScannerProvider
      knows={(codes) => findCode(shop.products, codes).length > 0}
      refusalOf={(code) =>
        dialogRefusal(texts, code) ??
        (isStore ? texts.scanElsewhere : texts.scanUnsold)(code)
      }
    >
      {children}
    </ScannerProvider>
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
