import { useState } from 'preact/hooks'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { useOwnTill } from '../../shop/own-till-provider.tsx'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'
import { Count } from './count.tsx'
import { floatOf } from './float.ts'
import { Rows } from './rows.tsx'
import { type Drawer, useDrawer } from './use-drawer.ts'

/** Opens the shift with the cash in the drawer. */
export function ClosedShift({ onOpened }: { readonly onOpened: () => void }) {
  const texts = useShiftsTexts()
  const { money } = useFormats()
  const { user, may, failed } = useTill()
  const { own } = useOwnTill()
  const { drawer, trouble: unread, read } = useDrawer()
  const [cents, setCents] = useState(0)
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    const now = await read()
    // Another till has opened it
    if (!now) return onOpened()
    if (now.sinceCents !== drawer?.sinceCents) {
      setTrouble(texts.cashMeanwhile)
      return setBusy(false)
    }
    const startTime = String(Date.now())
    const shift = { userId: user.userId, shiftDate: startTime, startTime, notes: '' }
    const initialAmount = floatOf(cents, now.sinceCents) / 100
    const drawers = own && [{ tillId: own.id, amount: initialAmount }]
    await pos.shifts.create({ body: { ...shift, initialAmount, drawers } })
    onOpened()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    open().catch((error: unknown) => {
      setTrouble(failed(error))
      setBusy(false)
    })
  }
  if (!may('shifts_create')) {
    return (
      <section class="card">
        <h2>{texts.closed}</h2>
        <p>{texts.mayNotOpen}</p>
      </section>
    )
  }
  return (
    <section class="card">
      <h2>{texts.closed}</h2>
      <form onSubmit={submit}>
        <p class="quiet">{texts.closedHint}</p>
        {drawer && <Expected drawer={drawer} />}
        <Count
          cents={cents}
          onCents={setCents}
          expectedCents={drawer && (drawer.countedCents ?? 0) + (drawer.sinceCents ?? 0)}
        />
        {drawer?.sinceCents ? (
          <p class="row" aria-live="polite">
            <span>{texts.float}</span>
            <strong class="figure">{money(floatOf(cents, drawer.sinceCents))}</strong>
          </p>
        ) : null}
        <p class="trouble" role="alert">
          {trouble ?? unread}
        </p>
        <button type="submit" class="strong" disabled={isBusy || !drawer}>
          {isBusy ? texts.opening : texts.open(money(cents))}
        </button>
      </form>
    </section>
  )
}

/** Shows the cash that the drawer should hold, and the part that was sold without a shift. */
function Expected({ drawer: { countedCents, sinceCents } }: { readonly drawer: Drawer }) {
  const texts = useShiftsTexts()
  const { money } = useFormats()
  const since = sinceCents ? money(sinceCents) : undefined
  return (
    <>
      <Rows
        rows={[
          [texts.countedLast, countedCents === null ? undefined : money(countedCents)],
          [texts.cashSince, since],
          countedCents === null || sinceCents === null
            ? [texts.expected, undefined]
            : [texts.expected, money(countedCents + sinceCents), 'total'],
        ]}
      />
      {since && <p class="quiet small">{texts.countAll(since)}</p>}
    </>
  )
}
