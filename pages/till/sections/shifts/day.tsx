import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Shift } from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'
import { ClosedShift } from './closed-shift.tsx'
import { EarlierZs } from './earlier-zs.tsx'
import { OpenShift } from './open-shift.tsx'
import { Reckoning } from './reckoning.tsx'

/** State of the section; `closed` is the shift that was closed here a moment ago. */
type State =
  | { readonly name: 'reading' }
  | { readonly name: 'none' }
  | { readonly name: 'open'; readonly shift: Shift }
  | { readonly name: 'closed'; readonly shiftId: string }

/** The shift of the shop: opened with a count, and closed with one. */
export function Day() {
  const texts = useShiftsTexts()
  const { may, failed } = useTill()
  const [state, setState] = useState<State>({ name: 'reading' })
  const [trouble, setTrouble] = useState<string>()
  const read = useCallback(async () => {
    try {
      const shift = await pos.shifts.open()
      setState(shift ? { name: 'open', shift } : { name: 'none' })
      setTrouble(undefined)
    } catch (error) {
      setTrouble(failed(error))
    }
  }, [failed])
  useEffect(() => void read(), [read])
  return (
    <main class="day">
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {state.name === 'reading' && (
        <p role="status" class="quiet">
          {texts.loading}
        </p>
      )}
      {state.name === 'none' && <ClosedShift onOpened={() => void read()} />}
      {state.name === 'open' && (
        <OpenShift
          shift={state.shift}
          onClosed={() => setState({ name: 'closed', shiftId: state.shift.id })}
        />
      )}
      {state.name === 'closed' && (
        <Reckoning shiftId={state.shiftId} onDone={() => void read()} />
      )}
      {may('shifts_report_read') && state.name !== 'reading' && (
        <EarlierZs key={state.name} />
      )}
    </main>
  )
}
