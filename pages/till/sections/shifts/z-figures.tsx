import type { ZReport } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { useShiftsTexts } from '../../texts/use-texts.ts'
import { PrintReport } from './print-report.tsx'
import { Sums } from './sums.tsx'

type Props = {
  readonly report: ZReport
  /** True if its shift was closed again later: the API prints the last Z of a shift. */
  readonly isFollowed?: boolean | undefined
}

/** A Z: whether the drawer was right, and its sums; printed with a tap. */
export function ZFigures({ report, isFollowed = false }: Props) {
  const texts = useShiftsTexts()
  return (
    <>
      <Difference amount={report.difference} />
      <Sums of={report} />
      {!isFollowed && <PrintReport shiftId={report.shiftId} label={texts.printZ} />}
    </>
  )
}

function Difference({ amount }: { readonly amount: number | null }) {
  const texts = useShiftsTexts()
  const { money } = useFormats()
  if (amount === null) return null
  const cents = Math.round(amount * 100)
  if (cents === 0) return <p class="difference good">{texts.exact}</p>
  return (
    <p class="difference bad">
      {cents < 0 ? texts.missing(money(-cents)) : texts.tooMuch(money(cents))}
    </p>
  )
}
