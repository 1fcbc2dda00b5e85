import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { DayField } from '../../controls/day-field.tsx'
import { PermissionChoice } from '../../controls/permissions/permission-choice.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useProgramTexts } from './use-texts.ts'

type Props = {
  readonly onClose: () => void
  /** With its secret. */
  readonly onMade: (secret: string) => void
}

/** A key for another program: its name and what it may do. */
export function NewKey({ onClose, onMade }: Props) {
  const texts = useProgramTexts()
  const [name, setName] = useState('')
  const [lastDay, setLastDay] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, trouble, run } = useAction()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    await run(async () => {
      const body = {
        name: name.trim(),
        permissions: [...chosen],
        ...(lastDay !== '' && { expiresAt: `${lastDay}T23:59:59Z` }),
      }
      onMade((await pos.apiKeys.create({ body })).secret)
    })
  }
  return (
    <Dialog title={texts.addKey} size="wide" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.name}
          hint={texts.keyNameHint}
          name="key-name"
          autocomplete="off"
          value={name}
          onText={setName}
          pattern=".*\S.*"
          required
        />
        <DayField
          label={texts.lastDay}
          name="key-end"
          value={lastDay}
          onDay={setLastDay}
        />
        <PermissionChoice chosen={chosen} onChosen={setChosen} />
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <div class="actions">
          <button type="submit" class="strong" disabled={isBusy || chosen.size === 0}>
            {texts.addKey}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
