import { useId, useState } from 'preact/hooks'
import { pos } from '../../../../../page-parts/pos.ts'
import type { Category } from '../../../../../shared/client/api.ts'
import { GoodsDialog } from '../sell/goods-dialog.tsx'
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
export function NewDishDialog({ query, categories, onAdded, onClose, ...props }: Props) {
  const texts = useTablesTexts()
  const [category, setCategory] = useState(
    (props.category ?? categories[0])?.name ?? texts.firstCategory,
  )
  const id = useId()
  const listId = useId()
  return (
    <GoodsDialog
      title={texts.newDish}
      nameLabel={texts.dishName}
      fieldName="dish-name"
      first={{ name: query, cents: 0 }}
      saveLabel={texts.addDish}
      onSave={async ({ name, cents }) => {
        const wanted = category.trim()
        const { id: categoryId } =
          categories.find((each) => each.name.toLowerCase() === wanted.toLowerCase()) ??
          (await pos.categories.create({ body: { name: wanted, type: 'dish' } }))
        await pos.dishes.create({ body: { name, price: cents / 100, categoryId } })
        await onAdded()
      }}
      onClose={onClose}
    >
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
    </GoodsDialog>
  )
}
