import { useId, useState } from 'preact/hooks'
import { Dialog } from '../../../../page-parts/controls/dialog.tsx'
import { useKept } from '../../../../page-parts/kept.ts'
import { PreferenceButtons } from '../../../../page-parts/preference-buttons.tsx'
import { removeSamples, samples } from '../set-up/samples.ts'
import { useTill } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { lockChoices, lockMinutes } from './idle-lock.ts'
import { NewPerson } from './new-person.tsx'
import { workerState } from './service-worker.ts'

/** What this browser keeps for itself: language, colours, when it locks. */
export function TillSettings({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts()
  const { user, readAgain } = useTill()
  const [isAddingPerson, setAddingPerson] = useState(false)
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
      <button type="button" onClick={openDisplay}>
        {texts.openDisplay}
      </button>
      <button type="button" onClick={() => void readAgain()}>
        {texts.refresh}
      </button>
      {user.isAdmin && (
        <button type="button" onClick={() => setAddingPerson(true)}>
          {texts.newPerson}
        </button>
      )}
      <RemoveSamples />
      <p class="quiet small">{texts.startsOffline[workerState()]}</p>
      {isAddingPerson && <NewPerson onClose={() => setAddingPerson(false)} />}
    </Dialog>
  )
}

/** Opens the customer display in a window of its own, or shows the one that is open. */
const openDisplay = () => {
  open('/till#display', 'till-display', 'popup,width=1024,height=768')
}

/** Removes the samples of the set-up, where this till has made some. */
function RemoveSamples() {
  const texts = useTexts()
  const { readAgain, failed } = useTill()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  if (samples.get().ids.length === 0) return null
  const remove = async () => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await removeSamples()
      await readAgain()
    } catch (error) {
      setTrouble(failed(error))
    }
    setBusy(false)
  }
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void remove()}>
        {texts.removeSamples}
      </button>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </>
  )
}
