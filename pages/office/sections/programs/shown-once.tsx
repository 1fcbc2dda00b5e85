import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useProgramTexts } from './use-texts.ts'

type Props = {
  readonly title: string
  readonly hint: string
  readonly secret: string
  readonly onClose: () => void
}

/** A secret that the shop shows this once, to be copied. */
export function ShownOnce({ title, hint, secret, onClose }: Props) {
  const texts = useProgramTexts()
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{hint}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <p role="status">{isCopied && texts.copied}</p>
      <div class="actions">
        <button
          type="button"
          class="strong"
          onClick={() => {
            navigator.clipboard?.writeText(secret).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }}
        >
          {texts.copy}
        </button>
      </div>
    </Dialog>
  )
}
