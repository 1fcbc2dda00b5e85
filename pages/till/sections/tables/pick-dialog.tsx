import { Dialog } from '../../../parts/controls/dialog.tsx'
import { fittingTile } from '../../../parts/widest-word.ts'
import type { Pickable } from './elsewhere.ts'

type Props = {
  readonly title: string
  readonly choices: readonly Pickable[]
  /** Said where there is no choice. */
  readonly nothing: string
  readonly onPick: (id: string) => void
  readonly onClose: () => void
}

/** A table or a bill to pick with a tap. */
export function PickDialog({ title, choices, nothing, onPick, onClose }: Props) {
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      {choices.length === 0 && <p>{nothing}</p>}
      <ul class="places">
        {choices.map(({ id, label, hint }) => (
          <li key={id} {...fittingTile(label)}>
            <button type="button" class="place free" onClick={() => onPick(id)}>
              <strong class="place-name">{label}</strong>
              <span class="small">{hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
