import { useState } from 'preact/hooks'
import type { User } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { SecretField } from '../../../parts/controls/secret-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useAction } from '../../controls/use-action.ts'
import { useVisit } from '../../figures/visit.tsx'
import { usePeopleTexts } from './use-texts.ts'

type Props = {
  readonly person: User
  readonly onBack: () => void
  readonly onDone: () => void
}

/** A PIN in place of one that was forgotten, or that somebody else knows. */
export function NewPin({ person, onBack, onDone }: Props) {
  const texts = usePeopleTexts()
  const { user } = useVisit()
  const isOwn = user.userId === person.id
  const { isBusy, trouble, run } = useAction()
  const [pin, setPin] = useState('')
  const [currentUserPin, setCurrentUserPin] = useState('')
  const save = () =>
    pos.users.update({
      params: { id: person.id },
      body: { pin, ...(isOwn && { currentUserPin }) },
    })
  return (
    <Dialog title={`${texts.newPin}: ${person.name}`} onClose={onBack}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void run(save).then((isDone) => isDone && onDone())
        }}
      >
        <p>{texts.newPinHint}</p>
        {isOwn && (
          <SecretField
            label={texts.ownPin}
            name="own-pin"
            inputMode="numeric"
            autocomplete="off"
            value={currentUserPin}
            onText={setCurrentUserPin}
            required
          />
        )}
        <SecretField
          label={texts.pin}
          hint={texts.pinHint}
          name="person-pin"
          inputMode="numeric"
          autocomplete="new-password"
          minLength={4}
          value={pin}
          onText={setPin}
          required
        />
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {texts.newPin}
        </button>
      </form>
    </Dialog>
  )
}
