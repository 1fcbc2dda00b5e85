import { useId, useState } from 'preact/hooks'
import { Dialog } from '../../../../../page-parts/controls/dialog.tsx'
import { MoneyField } from '../../../../../page-parts/controls/money-field.tsx'
import { TextField } from '../../../../../page-parts/controls/text-field.tsx'
import { pos } from '../../../../../page-parts/pos.ts'
import type { Category } from '../../../../../shared/client/api.ts'
import { useTill } from '../../shop/till.tsx'
import { useTablesTexts } from './use-tables-texts.ts'

type Props = {
  /** What was searched for in vain. */
  readonly query: string
  readonly categories: readonly Category[]
  /** The one that is shown, or undefined. */
  readonly category: Category | undefined
  readonly onAdded: () => Promise<void>
  readonly onClose: () => void
}

/** A new dish, in a category of the menu or in a new one. */
export function NewDishDialog(props: Props) {
  const { categories, onAdded, onClose } = props
  const texts = useTablesTexts()
  const { shop, failed } = useTill()
  const [name, setName] = useState(props.query)
  const [cents, setCents] = useState(0)
  const [category, setCategory] = useState(
    (props.category ?? categories[0])?.name ?? texts.firstCategory,
  )
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const id = useId()
  const listId = useId()

  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    const wanted = category.trim()
    try {
      const { id: categoryId } =
        categories.find((each) => each.name.toLowerCase() === wanted.toLowerCase()) ??
        (await pos.categories.create({ body: { name: wanted, type: 'dish' } }))
      await pos.dishes.create({
        body: { name: name.trim(), price: cents / 100, categoryId },
      })
      await onAdded()
      onClose()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={texts.newDish} onClose={onClose}>
      <form onSubmit={(event) => void add(event)}>
        <TextField
          label={texts.dishName}
          name="dish-name"
          autocomplete="off"
          value={name}
          onText={setName}
          pattern=".*\S.*"
          required
        />
        <MoneyField
          label={texts.price}
          cents={cents}
          onCents={setCents}
          smallestCents={shop.smallestCents}
        />
        <div class="field">
          <label for={id}>{texts.category}</label>
          <input
            id={id}
            list={listId}
            name="dish-category"
            autocomplete="off"
            pattern=".*\S.*"
            required
            value={category}
            onInput={({ currentTarget }) => setCategory(currentTarget.value)}
          />
          <datalist id={listId}>
            {categories.map((each) => (
              <option key={each.id} value={each.name} />
            ))}
          </datalist>
          <p class="quiet small">{texts.categoryHint}</p>
        </div>
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {texts.addDish}
        </button>
      </form>
    </Dialog>
  )
}
