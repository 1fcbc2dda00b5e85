import { useCallback, useEffect, useState } from 'preact/hooks'
import type { CashMovement, Shift } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { useOwnTill } from '../../shop/own-till-provider.tsx'
import { useTill } from '../../shop/till.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'
import { CashDialog } from './cash-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { PrintReport } from './print-report.tsx'
import { type Figures, Sums } from './sums.tsx'

type Props = { readonly shift: Shift; readonly onClosed: () => void }

/** The open shift: cash in and out, the sums so far, its close. */
export function OpenShift({ shift, onClosed }: Props) {
  const texts = useShiftsTexts()
  const { moment } = useFormats()
  const { may } = useTill()
  const { own } = useOwnTill()
  const { sums, movements, trouble, read } = useShift(shift.id)
  const [dialog, setDialog] = useState<'in' | 'out' | 'close'>()
  const [said, setSaid] = useState<string>()
  const hide = () => setDialog(undefined)
  const rows = sums && 'byTill' in sums ? sums.byTill : undefined
  const ownSums = own && rows?.find(({ tillId }) => tillId === own.id)
  return (
    <>
      <section class="card">
        <header class="row">
          <h2>{texts.openSince(startOf(shift, moment))}</h2>
          <button type="button" onClick={() => void read()}>
            {texts.readAgain}
          </button>
        </header>
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <p role="status">{said}</p>
        {may('shifts_create') && (
          <div class="side-by-side">
            <button type="button" onClick={() => setDialog('in')}>
              {texts.cashIn}
            </button>
            <button type="button" onClick={() => setDialog('out')}>
              {texts.cashOut}
            </button>
            <button type="button" class="strong" onClick={() => setDialog('close')}>
              {texts.close}
            </button>
          </div>
        )}
        {movements.length > 0 && <Movements movements={movements} />}
      </section>
      {/* The dialog covers the expected cash: a person who counts must not see it. */}
      {sums && dialog !== 'close' && (
        <section class="card">
          {ownSums && own && (
            <>
              <h2>{texts.sumsOfTill(own.series, own.name)}</h2>
              <Sums of={ownSums} />
            </>
          )}
          <h2>{ownSums ? texts.sumsOfShop : texts.runningSums}</h2>
          <Sums of={sums} />
          <PrintReport shiftId={shift.id} label={texts.printX} />
        </section>
      )}
      {(dialog === 'in' || dialog === 'out') && (
        <CashDialog
          shiftId={shift.id}
          type={dialog}
          onClose={hide}
          onRecorded={() => {
            hide()
            setSaid(texts.recorded)
            void read()
          }}
        />
      )}
      {dialog === 'close' && (
        <CloseDialog
          shiftId={shift.id}
          expectedCents={sums && Math.round(((ownSums ?? sums).expectedTotal ?? 0) * 100)}
          onClose={hide}
          onClosed={onClosed}
        />
      )}
    </>
  )
}

function Movements({ movements }: { readonly movements: readonly CashMovement[] }) {
  const texts = useShiftsTexts()
  const { money, time } = useFormats()
  return (
    <ul aria-label={texts.movements}>
      {movements.map(({ id, type, amount, reason, createdAt }) => (
        <li key={id} class="row">
          <span class="quiet">{time(Date.parse(createdAt))}</span>
          <span class="what">{reason}</span>
          <strong class="figure">
            {money(Math.round(amount * 100) * (type === 'in' ? 1 : -1))}
          </strong>
        </li>
      ))}
    </ul>
  )
}

/** Tills send Unix ms; other clients a date and a time of their own clock. */
const startOf = (
  { shiftDate, startTime }: Shift,
  moment: (ms: number) => string,
): string =>
  /^\d{11,}$/.test(startTime) ? moment(Number(startTime)) : `${shiftDate} ${startTime}`

/** The sums of the shift, for those who may see them, and its cash movements. */
function useShift(id: string) {
  const { may, failed } = useTill()
  const [sums, setSums] = useState<Figures>()
  const [movements, setMovements] = useState<readonly CashMovement[]>([])
  const [trouble, setTrouble] = useState<string>()
  const seesSums = may('shifts_report_read')
  const read = useCallback(async () => {
    const params = { id }
    try {
      const [cash, breakdown] = await Promise.all([
        pos.shifts.cash({ params }),
        seesSums ? pos.shifts.breakdown({ params }) : undefined,
      ])
      setMovements(cash)
      setSums(breakdown)
      setTrouble(undefined)
    } catch (error) {
      setTrouble(failed(error))
    }
  }, [id, seesSums, failed])
  useEffect(() => void read(), [read])
  return { sums, movements, trouble, read }
}
