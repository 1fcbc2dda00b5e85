import { useState } from 'preact/hooks'
import { useFormats } from '../../../parts/formats.tsx'
import { loadedLater } from '../../../parts/loaded-later.tsx'
import { pos } from '../../../parts/pos.ts'
import { useOwnTill } from '../../shop/own-till-provider.tsx'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'
import { Count } from './count.tsx'
import { floatOf } from './float.ts'
import type { DrawerCounts } from './other-drawers.tsx'
import { Rows } from './rows.tsx'
import { type Cash, type Drawer, useDrawer } from './use-drawer.ts'

const OtherDrawers = loadedLater(
  async () => (await import('./other-drawers.tsx')).OtherDrawers,
)

/** Opens the shift with the cash in the drawer; at a till, with that in each drawer. */
export function ClosedShift({ onOpened }: { readonly onOpened: () => void }) {
  const texts = useShiftsTexts()
  const { money } = useFormats()
  const { user, may, failed } = useTill()
  const { own } = useOwnTill()
  const { drawer, trouble: unread, read } = useDrawer()
  const [cents, setCents] = useState(0)
  const [entered, setEntered] = useState<DrawerCounts>()
  const isTill = own !== undefined
  const ownId = own?.id ?? null
  const others = entered ?? (own && drawer ? expectedIn(drawer, own.id) : new Map())
  const counts: DrawerCounts = new Map([[ownId, cents], ...others])
  const allCents = sumOf([...counts.values()])
  const cash = drawer && cashIn(drawer, ownId, isTill)
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
    const floats = floatsOf(counts, now, isTill)
    const initialAmount = sumOf([...floats.values()]) / 100
    const drawers =
      own && [...floats].map(([tillId, float]) => ({ tillId, amount: float / 100 }))
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
        {cash && <Expected cash={cash} />}
        <Count
          cents={cents}
          onCents={setCents}
          expectedCents={cash && expectedOf(cash)}
        />
        {own && drawer && (
          <OtherDrawers
            ownId={own.id}
            counts={others}
            onCounts={setEntered}
            hint={texts.otherDrawersBegin}
          />
        )}
        {drawer?.sinceCents ? (
          <p class="row" aria-live="polite">
            <span>{texts.float}</span>
            <strong class="figure">
              {money(sumOf([...floatsOf(counts, drawer, isTill).values()]))}
            </strong>
          </p>
        ) : null}
        <p class="trouble" role="alert">
          {trouble ?? unread}
        </p>
        <button type="submit" class="strong" disabled={isBusy || !drawer}>
          {isBusy ? texts.opening : texts.open(money(allCents))}
        </button>
      </form>
    </section>
  )
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0)

const expectedOf = ({ countedCents, sinceCents }: Cash) =>
  (countedCents ?? 0) + (sinceCents ?? 0)

/** The cash of a drawer; of the whole shop for a device that is no till. */
const cashIn = (drawer: Drawer, id: string | null, isTill: boolean): Cash =>
  isTill ? (drawer.byTill.get(id) ?? noCash) : drawer

const noCash: Cash = { countedCents: null, sinceCents: 0 }

/** The cash that the drawers of the other tills should hold, and that in none. */
const expectedIn = ({ byTill }: Drawer, ownId: string): DrawerCounts =>
  new Map(
    [...byTill]
      .filter(([id]) => id !== ownId)
      .map(([id, cash]) => [id, Math.max(0, expectedOf(cash))]),
  )

/** The cash that the shift begins with, by drawer, in cents. */
const floatsOf = (counts: DrawerCounts, drawer: Drawer, isTill: boolean): DrawerCounts =>
  new Map(
    [...counts].map(([id, counted]) => [
      id,
      floatOf(counted, cashIn(drawer, id, isTill).sinceCents),
    ]),
  )

/** Shows the cash that the drawer should hold, and the part that was sold without a shift. */
function Expected({ cash: { countedCents, sinceCents } }: { readonly cash: Cash }) {
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
