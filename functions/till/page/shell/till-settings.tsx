import { useId } from 'preact/hooks'
import { Dialog } from '../../../../page-parts/controls/dialog.tsx'
import { PreferenceButtons } from '../../../../page-parts/preference-buttons.tsx'
import { useKept } from '../kept.ts'
import { useTill } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { lockChoices, lockMinutes } from './idle-lock.ts'

/** What this browser keeps for itself: language, colours, when it locks. */
export function TillSettings({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts()
  const { readAgain } = useTill()
  const id = useId()
  const [minutes, setMinutes] = useKept(lockMinutes)
  return (
    <Dialog title={texts.thisTill} onClose={onClose}>
      <PreferenceButtons />
      <div class="field">
        <label for={id}>{texts.lockAfter}</label>
        <select
          id={id}
          value={minutes}
          onChange={({ currentTarget }) => setMinutes(Number(currentTarget.value))}
        >
          {lockChoices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === 0 ? texts.never : texts.minutes(choice)}
            </option>
          ))}
        </select>
      </div>
      <button type="button" onClick={() => void readAgain()}>
        {texts.refresh}
      </button>
    </Dialog>
  )
}
