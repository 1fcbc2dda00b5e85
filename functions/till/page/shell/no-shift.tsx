import { useCallback, useEffect, useState } from 'preact/hooks'
import { pos } from '../../../../page-parts/pos.ts'
import { useTill, useWhileSeen } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'

/** Another till may open the shift, or close it. In ms. */
const betweenReadsMs = 60_000

/** Says that no shift is open where money is taken, and leads to its opening. */
export function NoShift() {
  const texts = useTexts()
  const { may, failed } = useTill()
  const [isMissing, setMissing] = useState(false)
  const read = useCallback(
    () =>
      pos.shifts.open().then(
        (shift) => setMissing(!shift),
        (error: unknown) => void failed(error),
      ),
    [failed],
  )
  useEffect(() => void read(), [read])
  useWhileSeen(betweenReadsMs, read)
  return (
    <p class="no-shift" role="status">
      {isMissing && (
        <>
          <span>{texts.noShift}</span>{' '}
          {may('shifts_create') ? (
            <a class="button" href="#day">
              {texts.openShift}
            </a>
          ) : (
            <span>{texts.askForShift}</span>
          )}
        </>
      )}
    </p>
  )
}
