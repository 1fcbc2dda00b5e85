import { useId } from 'preact/hooks'
import { useTill } from '../shop/till.tsx'
import { useSellTexts } from '../texts/use-texts.ts'

type Props = {
  /** Blank for none. */
  readonly categoryId: string
  readonly onCategory: (id: string) => void
}

/** The category of a product, in a shop that has some. */
export function CategoryField({ categoryId, onCategory }: Props) {
  const texts = useSellTexts()
  const { shop } = useTill()
  const id = useId()
  if (shop.categories.length === 0) return null
  return (
    <div class="field">
      <label for={id}>{texts.category}</label>
      <select
        id={id}
        value={categoryId}
        onChange={({ currentTarget }) => onCategory(currentTarget.value)}
      >
        <option value="">{texts.noCategory}</option>
        {shop.categories.map((category) => (
          <option key={category.id} value={category.id}>
            {category.name}
          </option>
        ))}
      </select>
    </div>
  )
}
