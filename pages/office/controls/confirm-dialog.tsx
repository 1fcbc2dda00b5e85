import type { ComponentChildren } from 'preact'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { usePartTexts } from '../../parts/preferences.tsx'
import { useAction } from './use-action.ts'

type Props = {
  readonly title: string
  /** Label of the button that confirms. */
  readonly confirm: string
  /** Does it; the dialog says why it failed, and closes once it is done. Throws PosError. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
  /** Called once it is done, instead of `onClose`. */
  readonly onDone?: () => void
  /** Words refusals that need more than their code. */
  readonly wordingOf?: (error: unknown) => string | undefined
  /** Description of the change, and of its parts that cannot be undone. */
  readonly children: ComponentChildren
}

/** Asks before money, stock or rights change. */
export function ConfirmDialog(props: Props) {
  const { title, confirm, onConfirm, onClose, onDone = onClose, children } = props
  const { back } = usePartTexts()
  const { isBusy, trouble, run } = useAction(props.wordingOf)
  const act = async () => {
    if (await run(onConfirm)) onDone()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="actions">
        <button type="button" onClick={onClose}>
          {back}
        </button>
        <button type="button" class="strong" disabled={isBusy} onClick={() => void act()}>
          {confirm}
        </button>
      </div>
    </Dialog>
  )
}
