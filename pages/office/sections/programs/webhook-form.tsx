import { useState } from 'preact/hooks'
import type { WebhookInput } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { useAction } from '../../controls/use-action.ts'
import { useProgramTexts } from './use-texts.ts'

type Event = WebhookInput['events'][number]

type Props = {
  readonly onClose: () => void
  /** With its secret. */
  readonly onMade: (secret: string) => void
}

/** A new webhook: its address, and the events that are sent there. */
export function WebhookForm({ onClose, onMade }: Props) {
  const texts = useProgramTexts()
  const [url, setUrl] = useState('https://')
  const [chosen, setChosen] = useState<readonly Event[]>([])
  const { isBusy, trouble, run } = useAction()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    await run(async () => {
      const body = { url: url.trim(), events: [...chosen] }
      onMade((await pos.webhooks.create({ body })).secret)
    })
  }
  return (
    <Dialog title={texts.addWebhook} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.address}
          hint={texts.addressHint}
          name="webhook-url"
          autocomplete="off"
          value={url}
          onText={setUrl}
          required
        />
        <fieldset class="permissions">
          <legend>{texts.events}</legend>
          {(Object.keys(texts.eventNames) as Event[]).map((each) => (
            <label key={each} class="check">
              <input
                type="checkbox"
                name={each}
                checked={chosen.includes(each)}
                onChange={({ currentTarget }) => {
                  const others = chosen.filter((one) => one !== each)
                  setChosen(currentTarget.checked ? [...others, each] : others)
                }}
              />
              <span>{texts.eventNames[each]}</span>
            </label>
          ))}
        </fieldset>
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <div class="actions">
          <button type="submit" class="strong" disabled={isBusy || chosen.length === 0}>
            {texts.addWebhook}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
