import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { loadedLater } from '../../../parts/loaded-later.tsx'
import { pos } from '../../../parts/pos.ts'
import { useUnsent } from '../../sales/unsent.ts'
import { useOwnTill } from '../../shop/own-till-provider.tsx'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'
import { Count } from './count.tsx'
import type { DrawerCounts } from './other-drawers.tsx'

const OtherDrawers = loadedLater(
  async () => (await import('./other-drawers.tsx')).OtherDrawers,
)

type Props = {
  readonly shiftId: string
  /** Cash that the drawer should hold, if the person may know; it is not shown. */
  readonly expectedCents: number | undefined
  readonly onClose: () => void
  readonly onClosed: () => void
}

/** Closes the shift with the counted cash, before anybody sees the expected sum. */
export function CloseDialog({ shiftId, onClose, onClosed, ...props }: Props) {
  const texts = useShiftsTexts()
  const { money } = useFormats()
  const { failed } = useTill()
  const { own } = useOwnTill()
  const unsent = useUnsent()
  const [cents, setCents] = useState<number>()
  const [others, setOthers] = useState<DrawerCounts>(new Map())
  const allCents = [...others.values()].reduce((sum, each) => sum + each, cents ?? 0)
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const close = async (event: SubmitEvent) => {
    event.preventDefault()
    if (cents === undefined) return setTrouble(texts.countFirst)
    const drawers = own && [
      { tillId: own.id, amount: cents / 100 },
      ...[...others].map(([tillId, counted]) => ({ tillId, amount: counted / 100 })),
    ]
    setBusy(true)
    setTrouble(undefined)
    try {
      await pos.shifts.close({
        params: { id: shiftId },
        body: { finalAmount: allCents / 100, drawers },
      })
      onClosed()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={texts.close} onClose={onClose}>
      <form onSubmit={(event) => void close(event)}>
        <p class="quiet">{texts.closeHint}</p>
        <OpenBills />
        {unsent.count > 0 && (
          <p role="alert">{texts.unsent(unsent.count, money(unsent.cents))}</p>
        )}
        <Count
          cents={cents ?? 0}
          onCents={setCents}
          expectedCents={props.expectedCents}
        />
        {own && (
          <OtherDrawers
            ownId={own.id}
            counts={others}
            onCounts={setOthers}
            hint={texts.otherDrawersHint}
          />
        )}
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {isBusy
            ? texts.closing
            : cents === undefined
              ? texts.close
              : texts.closeWith(money(allCents))}
        </button>
      </form>
    </Dialog>
  )
}

/** Shows the unpaid bills, which a close does not wait for. */
function OpenBills() {
  const texts = useShiftsTexts()
  const { money } = useFormats()
  const { may } = useTill()
  const [bills, setBills] = useState<readonly { readonly total: number }[]>([])
  const seesBills = may('orders_read')
  useEffect(() => {
    if (!seesBills) return
    pos.orders.ofStatus({ params: { status: 'open' } }).then(
      (open) => setBills(typeof open === 'string' ? [] : open),
      // The shift can be closed without it.
      () => undefined,
    )
  }, [seesBills])
  if (bills.length === 0) return null
  const cents = bills.reduce((sum, { total }) => sum + Math.round(total * 100), 0)
  return <p role="status">{texts.openBills(bills.length, money(cents))}</p>
}
