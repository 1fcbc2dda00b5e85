import { useState } from 'preact/hooks'
import { isLow } from '../../../../shared/catalog/low-stock.ts'
import type { Ingredient } from '../../../../shared/client/api.ts'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { DecimalField } from '../../controls/decimal-field.tsx'
import { useVisit } from '../../figures/visit.tsx'
import { useCategoryField } from './category-field.tsx'
import { GoodsForm } from './goods-form.tsx'
import { type FormNews, GoodsList } from './goods-list.tsx'
import { useTexts } from './texts/use-texts.ts'
import type { Catalogue } from './use-catalogue.ts'

type Props = { readonly catalogue: Catalogue; readonly readAgain: () => void }

type Draft = Omit<Ingredient, 'id'> & {
  readonly id: string | undefined
  /** The ingredient as it was read; undefined for a new one. */
  readonly before: Ingredient | undefined
  /** Units that have arrived and are not in the quantity yet. */
  readonly arrived: number
}

const textsOf = ({ name }: Ingredient) => [name]
const categoryIdsOf = ({ categoryId }: Ingredient) => [categoryId]
const isShort = ({ quantity, lowStockThreshold: minimum }: Ingredient) =>
  isLow({ quantity, minimum })
const isShown = {
  low: isShort,
  out: ({ quantity }: Ingredient) => quantity <= 0,
}

/** The kitchen's stock: searched, added, received, corrected, copied and deleted. */
export function Ingredients({ catalogue, readAgain }: Props) {
  const texts = useTexts()
  const { number } = useFormats()
  const { may } = useVisit()
  const { ingredients, ingredientCategories: categories } = catalogue
  return (
    <GoodsList<Ingredient, Draft>
      label={texts.ingredients}
      rows={ingredients}
      textsOf={textsOf}
      categories={categories}
      categoryIdsOf={categoryIdsOf}
      isShown={isShown}
      columns={[
        {
          heading: texts.stock,
          isFigure: true,
          cell: (ingredient) => (
            <span
              class={ingredient.quantity <= 0 ? 'none' : isShort(ingredient) ? 'low' : ''}
            >
              {number(ingredient.quantity)} {ingredient.unit}
            </span>
          ),
        },
        {
          heading: texts.lowLevel,
          isFigure: true,
          isWideOnly: true,
          cell: ({ lowStockThreshold }) => number(lowStockThreshold),
        },
      ]}
      mayAdd={
        may('ingredients_create') && (categories.length > 0 || may('categories_create'))
      }
      newDraft={(categoryId, like) => ({
        id: undefined,
        before: undefined,
        name: '',
        categoryId: like?.categoryId ?? (categoryId || categories[0]?.id) ?? '',
        quantity: 0,
        arrived: 0,
        unit: like?.unit ?? '',
        lowStockThreshold: 0,
        costPerUnit: 0,
      })}
      draftOf={async ({ id }) => {
        const before = await pos.ingredients.one({ params: { id } })
        return { ...before, before, arrived: 0 }
      }}
      copyOf={(draft, name) => ({
        ...draft,
        id: undefined,
        before: undefined,
        name,
        quantity: 0,
        arrived: 0,
      })}
      form={(draft, news) => (
        <IngredientForm draft={draft} catalogue={catalogue} news={news} />
      )}
      remove={({ id }) => pos.ingredients.remove({ params: { id } })}
      removal={() => <p>{texts.removeGroupText}</p>}
      readAgain={readAgain}
    />
  )
}

type FormProps = {
  readonly draft: Draft
  readonly catalogue: Catalogue
  readonly news: FormNews<Draft>
}

function IngredientForm({ draft: first, catalogue, news }: FormProps) {
  const texts = useTexts()
  const { number } = useFormats()
  const { may } = useVisit()
  const [draft, setDraft] = useState(first)
  const set = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  const category = useCategoryField('ingredient', catalogue.ingredientCategories, [
    draft.categoryId,
    (categoryId) => set({ categoryId }),
  ])
  const { before, arrived, unit } = draft
  const quantity = sum(draft.quantity, arrived)
  const save = async () => {
    const { name, lowStockThreshold, costPerUnit } = draft
    const body = {
      name: name.trim(),
      categoryId: await category.idOf(),
      quantity,
      unit: unit.trim(),
      lowStockThreshold,
      costPerUnit,
    }
    await (before
      ? pos.ingredients.update({
          params: { id: before.id },
          body: { ...body, ifWas: { ...before } },
        })
      : pos.ingredients.create({ body }))
  }
  return (
    <GoodsForm
      first={first}
      draft={draft}
      newTitle={texts.newIngredient}
      save={save}
      mayRemove={may('ingredients_delete')}
      mayCopy={may('ingredients_create')}
      news={news}
    >
      <div class="side-by-side">
        <TextField
          label={texts.name}
          name="ingredient-name"
          autocomplete="off"
          pattern=".*\S.*"
          required
          value={draft.name}
          onText={(name) => set({ name })}
        />
        {category.field}
        <TextField
          label={texts.unit}
          name="unit"
          autocomplete="off"
          maxLength={20}
          value={unit}
          onText={(next) => set({ unit: next })}
        />
      </div>
      <div class="side-by-side">
        {before && (
          <DecimalField
            label={texts.arrived}
            name="arrived"
            value={arrived}
            onNumber={(next) => set({ arrived: next })}
          />
        )}
        <DecimalField
          label={before ? texts.countedNow : texts.unitsNow}
          name="quantity"
          value={draft.quantity}
          onNumber={(next) => set({ quantity: next })}
        />
        <DecimalField
          label={texts.lowLevel}
          name="low"
          value={draft.lowStockThreshold}
          onNumber={(lowStockThreshold) => set({ lowStockThreshold })}
        />
        <DecimalField
          label={texts.costPerUnit}
          name="cost"
          value={draft.costPerUnit}
          onNumber={(costPerUnit) => set({ costPerUnit })}
        />
      </div>
      {before && quantity !== before.quantity && (
        <p role="status">
          {texts.stockChange(
            number(before.quantity),
            `${number(quantity)} ${unit}`.trim(),
          )}
        </p>
      )}
    </GoodsForm>
  )
}

/** Adds decimals as they are written: without it, 0.1 and 0.2 would be 0.30000000000000004. */
const sum = (one: number, other: number) => Math.round((one + other) * 1e6) / 1e6
