import { useId, useState } from 'preact/hooks'
import type { Category, Dish } from '../../../shared/client/api.ts'
import { pos } from '../../parts/pos.ts'
import { useCatalogueTexts, useTablesTexts } from '../texts/use-texts.ts'
import { centsOf } from './cents-of.ts'
import { GoodsDialog } from './goods-dialog.tsx'

type Props = {
  /** The one to change; undefined for a new one. */
  readonly dish?: Dish
  /** Text of the search without a result. */
  readonly query: string
  readonly categories: readonly Category[]
  /** The one that is shown, or undefined. */
  readonly category: Category | undefined
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

/** A new dish, or one to change, in a category of the menu or in a new one. */
export function DishForm({ dish, categories, onSaved, onClose, ...props }: Props) {
  const texts = useTablesTexts()
  const changing = useCatalogueTexts()
  const [isAvailable, setAvailable] = useState(dish?.isAvailable ?? true)
  const [category, setCategory] = useState(
    (props.category ?? categories[0])?.name ?? texts.firstCategory,
  )
  const [course, setCourse] = useState(dish?.course ?? '')
  const id = useId()
  const listId = useId()
  /** True if the category must stay: the user may not see it. */
  const isKept = dish !== undefined && !props.category
  const idOf = async (wanted: string) => {
    const has = ({ name }: Category) => name.toLowerCase() === wanted.toLowerCase()
    const { id: found } =
      categories.find(has) ??
      (await pos.categories.create({ body: { name: wanted, type: 'dish' } }))
    return found
  }
  return (
    <GoodsDialog
      title={dish ? changing.change(dish.name) : texts.newDish}
      nameLabel={texts.dishName}
      fieldName="dish-name"
      first={
        dish ? { ...dish, cents: centsOf(dish.price) } : { name: props.query, cents: 0 }
      }
      saveLabel={dish ? changing.save : texts.addDish}
      onSave={async ({ name, cents }) => {
        const categoryId = isKept ? dish.categoryId : await idOf(category.trim())
        // A field that is not sent stays as it is
        const isSwitched = isAvailable !== (dish?.isAvailable ?? true)
        const isMoved = course.trim() !== (dish?.course ?? '')
        const body = {
          name,
          price: cents / 100,
          categoryId,
          ...(isSwitched && { isAvailable }),
          ...(isMoved && { course: course.trim() || null }),
        }
        if (dish) await pos.dishes.update({ params: { id: dish.id }, body })
        else await pos.dishes.create({ body })
        await onSaved()
      }}
      onClose={onClose}
    >
      {!isKept && (
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
      )}
      <div class="field">
        <label for={`${id}-course`}>{texts.course}</label>
        <input
          id={`${id}-course`}
          name="dish-course"
          autocomplete="off"
          maxlength={40}
          value={course}
          onInput={({ currentTarget }) => setCourse(currentTarget.value)}
        />
        <p class="quiet small">{texts.courseHint}</p>
      </div>
      {dish && (
        <label class="check">
          <input
            type="checkbox"
            name="is-served"
            checked={isAvailable}
            onChange={({ currentTarget }) => setAvailable(currentTarget.checked)}
          />
          {changing.isServed}
        </label>
      )}
    </GoodsDialog>
  )
}
