import { useState } from 'preact/hooks'
import type { Dish, NewLine } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import type { Choice } from '../../cart/cart.ts'
import { areSatisfied, defaultChoices, groupsOf } from '../../catalogue/choices.ts'
import { GroupChoice } from '../../catalogue/group-choice.tsx'
import { Quantity } from '../../catalogue/quantity.tsx'
import { useTill } from '../../shop/till.tsx'
import { useTablesTexts } from '../../texts/use-texts.ts'
import { newLines, unitCentsOf } from './new-lines.ts'

type Props = {
  readonly dish: Dish
  readonly onOrder: (lines: readonly NewLine[]) => void
  readonly onClose: () => void
}

/** More is a slip of a finger. */
const maxUnits = 99

/** Orders a dish: its quantity, modifiers, and a note for the kitchen. */
export function DishDialog({ dish, onOrder, onClose }: Props) {
  const texts = useTablesTexts()
  const { money } = useFormats()
  const { shop } = useTill()
  const groups = groupsOf(dish.modifierGroupIds, shop.modifierGroups)
  const [quantity, setQuantity] = useState(1)
  const [choices, setChoices] = useState<readonly Choice[]>(() => defaultChoices(groups))
  const [notes, setNotes] = useState('')
  const isComplete = areSatisfied(groups, choices)
  const enter = (event: SubmitEvent) => {
    event.preventDefault()
    if (isComplete) onOrder(newLines(dish, { quantity, groups, choices, notes }))
  }
  return (
    <Dialog title={dish.name} size="wide" onClose={onClose}>
      <form class="options" onSubmit={enter}>
        {groups.map((group) => (
          <GroupChoice
            key={group.id}
            group={group}
            choices={choices}
            onChange={setChoices}
          />
        ))}
        <Quantity quantity={quantity} max={maxUnits} onQuantity={setQuantity} />
        <TextField
          label={texts.note}
          name="notes"
          autocomplete="off"
          value={notes}
          onText={setNotes}
        />
        <button type="submit" class="strong" disabled={!isComplete}>
          {texts.addToOrder} · {money(quantity * unitCentsOf(dish, groups, choices))}
        </button>
      </form>
    </Dialog>
  )
}
