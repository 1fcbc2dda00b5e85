import { useState } from 'preact/hooks'
import { pos } from '../../../../../page-parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { Count } from './count.tsx'
import { useDayTexts } from './use-day-texts.ts'

/** Opens the shift with what is in the drawer. */
export function ClosedShift({ onOpened }: { readonly onOpened: () => void }) {
  const texts = useDayTexts()
  const { user, may, failed } = useTill()
  const [cents, setCents] = useState(0)
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const open = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    const now = String(Date.now())
    const initialAmount = cents / 100
    const shift = { userId: user.userId, shiftDate: now, startTime: now, notes: '' }
    try {
      await pos.shifts.create({ body: { ...shift, initialAmount } })
      onOpened()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <section class="card">
      <h2>{texts.closed}</h2>
      {may('shifts_create') ? (
        <form onSubmit={(event) => void open(event)}>
          <p class="quiet">{texts.closedHint}</p>
          <Count cents={cents} onCents={setCents} />
          <p class="trouble" role="alert">
            {trouble}
          </p>
          <button type="submit" class="strong" disabled={isBusy}>
            {isBusy ? texts.opening : texts.open}
          </button>
        </form>
      ) : (
        <p>{texts.mayNotOpen}</p>
      )}
    </section>
  )
}
