import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { useReading } from '../../figures/reading.ts'
import { toCents } from '../../figures/sales.ts'
import { Section } from '../../figures/section.tsx'
import { shiftStart } from '../../figures/shift-start.ts'
import { useTexts } from '../../texts/use-texts.ts'

type Shift = NonNullable<Awaited<ReturnType<typeof readShift>>>

/** Shows the open shift: its user, and the cash at its start. */
export function OpenShift() {
  const texts = useTexts()
  const reading = useReading(readShift, {
    needs: 'shifts_read',
    pace: 'pulse',
    news: ['shift'],
  })
  return (
    <Section title={texts.shift} area="shift" reading={reading}>
      {(shift) =>
        shift ? <Details shift={shift} /> : <p class="quiet">{texts.noShift}</p>
      }
    </Section>
  )
}

/** The open shift with its user's name, if there is one. */
async function readShift(signal: AbortSignal) {
  const shift = await pos.shifts.open({ signal })
  if (!shift) return undefined
  const users = await pos.users.list({ signal })
  return { ...shift, userName: users.find(({ id }) => id === shift.userId)?.name }
}

function Details({ shift }: { readonly shift: Shift }) {
  const texts = useTexts()
  const { money, moment } = useFormats()
  const start = shiftStart(shift)
  return (
    <dl class="details">
      <dt>{texts.openedBy}</dt>
      <dd>{shift.userName ?? texts.unknownUser}</dd>
      <dt>{texts.since}</dt>
      <dd>{typeof start === 'number' ? moment(start) : start}</dd>
      <dt>{texts.cashAtStart}</dt>
      <dd>{money(toCents(shift.initialAmount))}</dd>
      {shift.notes !== '' && (
        <>
          <dt>{texts.notes}</dt>
          <dd>{shift.notes}</dd>
        </>
      )}
    </dl>
  )
}
