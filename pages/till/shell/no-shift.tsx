import { useTill } from '../shop/till.tsx'
import { useNoShift } from '../shop/use-no-shift.ts'
import { useTexts } from '../texts/use-texts.ts'

/** Says that no shift is open where money is taken, and leads to its opening. */
export function NoShift() {
  const texts = useTexts()
  const { may } = useTill()
  const isMissing = useNoShift()
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
