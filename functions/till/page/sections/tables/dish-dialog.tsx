import { useId, useState } from 'preact/hooks'
import { Dialog } from '../../../../../page-parts/controls/dialog.tsx'
import { TextField } from '../../../../../page-parts/controls/text-field.tsx'
import { useFormats } from '../../../../../page-parts/formats.tsx'
import type { Dish, ModifierGroup, NewLine } from '../../../../../shared/client/api.ts'
import type { Choice } from '../../cart/cart.ts'
import { useTill } from '../../shop/till.tsx'
import { areSatisfied, defaultChoices } from '../sell/choices.ts'
import { GroupChoice } from '../sell/group-choice.tsx'
import { newLines, unitCentsOf } from './new-lines.ts'
import { useTablesTexts } from './use-tables-texts.ts'

type Props = {
  readonly dish: Dish
  readonly onOrder: (lines: readonly NewLine[]) => void
  readonly onClose: () => void
}

/** More is a slip of a finger. */
const maxUnits = 99

/** How many of a dish, with which modifiers, and a note for the kitchen. */
export function DishDialog({ dish, onOrder, onClose }: Props) {
  const texts = useTablesTexts()
  const { money } = useFormats()
  const { shop } = useTill()
  const groups = dish.modifierGroupIds.flatMap((id): ModifierGroup[] =>
    shop.modifierGroups.filter((group) => group.id === id),
  )
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
        <Quantity quantity={quantity} onQuantity={setQuantity} />
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

type QuantityProps = {
  readonly quantity: number
  readonly onQuantity: (quantity: number) => void
}

function Quantity({ quantity, onQuantity }: QuantityProps) {
  const texts = useTablesTexts()
  const id = useId()
  const set = (next: number) => {
    if (next >= 1 && next <= maxUnits) onQuantity(next)
  }
  return (
    <div class="field">
      <label for={id}>{texts.quantity}</label>
      <div class="stepper">
        <button
          type="button"
          aria-label={texts.oneLess}
          disabled={quantity === 1}
          onClick={() => set(quantity - 1)}
        >
          <span aria-hidden="true">−</span>
        </button>
        <input
          id={id}
          name="quantity"
          inputMode="numeric"
          autocomplete="off"
          value={quantity}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onInput={({ currentTarget }) =>
            set(Number(currentTarget.value.replace(/\D/g, '')))
          }
        />
        <button
          type="button"
          aria-label={texts.oneMore}
          onClick={() => set(quantity + 1)}
        >
          <span aria-hidden="true">+</span>
        </button>
      </div>
    </div>
  )
}
