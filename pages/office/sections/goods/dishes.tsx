import { useState } from 'preact/hooks'
import type { Dish, DishInput } from '../../../../shared/client/api.ts'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { toCents } from '../../figures/sales.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { BulkPrices } from './bulk-prices.tsx'
import { useCategoryField } from './category-field.tsx'
import { CheckList } from './check-list.tsx'
import { GoodsForm } from './goods-form.tsx'
import { type FormNews, GoodsList } from './goods-list.tsx'
import { PriceNews } from './price-news.tsx'
import { TaxField } from './tax-field.tsx'
import { useTexts } from './texts/use-texts.ts'
import type { Catalogue } from './use-catalogue.ts'

type Props = { readonly catalogue: Catalogue; readonly readAgain: () => void }

type Draft = Omit<Dish, 'id' | 'price'> & {
  readonly id: string | undefined
  readonly priceCents: number
  /** The dish as it was read; undefined for a new one. */
  readonly before: Dish | undefined
}

const textsOf = ({ name }: Dish) => [name]
const categoryIdsOf = ({ categoryId }: Dish) => [categoryId]
const isShown = { off: ({ isAvailable }: Dish) => !isAvailable }

const draftOf = (before: Dish): Draft => {
  const { price, ...dish } = before
  return { ...dish, priceCents: toCents(price), before }
}

/** All dishes: searched, added, changed, copied, deleted, and priced at once. */
export function Dishes({ catalogue, readAgain }: Props) {
  const texts = useTexts()
  const { money } = useFormats()
  const { may } = useVisit()
  const { dishes, categories } = catalogue
  const prices = dishes.map(({ id, name, categoryId, price }) => ({
    id,
    name,
    categoryIds: [categoryId],
    priceCents: toCents(price),
  }))
  return (
    <GoodsList<Dish, Draft>
      label={texts.dishes}
      rows={dishes}
      textsOf={textsOf}
      categories={categories}
      categoryIdsOf={categoryIdsOf}
      isShown={isShown}
      badgeOf={({ isAvailable }) =>
        !isAvailable && <span class="badge">{texts.off}</span>
      }
      columns={[
        {
          heading: texts.price,
          isFigure: true,
          cell: ({ price }) => money(toCents(price)),
        },
      ]}
      actions={(categoryId) => (
        <BulkPrices
          priced={prices}
          categories={categories}
          categoryId={categoryId}
          setPrice={async ({ id, priceCents, afterCents }) => {
            const before = dishes.find((dish) => dish.id === id)
            if (!before || toCents(before.price) !== priceCents) return false
            await change(before, { ...before, price: afterCents / 100 })
            return true
          }}
          onDone={readAgain}
        />
      )}
      mayAdd={may('dish_create') && (categories.length > 0 || may('categories_create'))}
      newDraft={(categoryId, like) => ({
        id: undefined,
        before: undefined,
        name: '',
        priceCents: 0,
        categoryId: like?.categoryId ?? (categoryId || categories[0]?.id) ?? '',
        // A tax that nobody has chosen for this dish would be sold unseen
        taxId: null,
        isAvailable: true,
        modifierGroupIds: [],
        course: like?.course ?? null,
      })}
      draftOf={async ({ id }) => draftOf(await pos.dishes.one({ params: { id } }))}
      copyOf={(draft, name) => ({ ...draft, id: undefined, before: undefined, name })}
      form={(draft, news) => <DishForm draft={draft} catalogue={catalogue} news={news} />}
      remove={({ id }) => pos.dishes.remove({ params: { id } })}
      removal={() => <p>{texts.removeText}</p>}
      readAgain={readAgain}
    />
  )
}

/** Changes a dish that is still as it was read. Throws PosError. */
const change = (before: Dish, body: DishInput) =>
  pos.dishes.update({
    params: { id: before.id },
    body: { ...body, ifWas: { ...before } },
  })

type FormProps = {
  readonly draft: Draft
  readonly catalogue: Catalogue
  readonly news: FormNews<Draft>
}

function DishForm({ draft: first, catalogue, news }: FormProps) {
  const texts = useTexts()
  const { smallestCents } = useShop()
  const { may } = useVisit()
  const [draft, setDraft] = useState(first)
  const set = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  const category = useCategoryField('dish', catalogue.categories, [
    draft.categoryId,
    (categoryId) => set({ categoryId }),
  ])
  const save = async () => {
    const { id: _id, before, priceCents, course, ...rest } = draft
    const body = {
      ...rest,
      categoryId: await category.idOf(),
      name: draft.name.trim(),
      price: priceCents / 100,
      course: course?.trim() || null,
    }
    await (before ? change(before, body) : pos.dishes.create({ body }))
  }
  return (
    <GoodsForm
      first={first}
      draft={draft}
      newTitle={texts.newDish}
      save={save}
      mayRemove={may('dish_delete')}
      mayCopy={may('dish_create')}
      news={news}
    >
      <TextField
        label={texts.name}
        name="dish-name"
        autocomplete="off"
        pattern=".*\S.*"
        required
        value={draft.name}
        onText={(name) => set({ name })}
      />
      <div class="side-by-side">
        <MoneyField
          label={texts.price}
          cents={draft.priceCents}
          onCents={(priceCents) => set({ priceCents })}
          smallestCents={smallestCents}
        />
        {category.field}
        <TaxField
          taxes={catalogue.taxes}
          value={draft.taxId ?? ''}
          onChoose={(taxId) => set({ taxId: taxId || null })}
        />
        <TextField
          label={texts.course}
          name="course"
          autocomplete="off"
          maxLength={40}
          value={draft.course ?? ''}
          onText={(course) => set({ course })}
        />
      </div>
      {catalogue.groups.length > 0 && (
        <CheckList
          legend={texts.modifiers}
          rows={catalogue.groups}
          chosen={draft.modifierGroupIds}
          onChoose={(modifierGroupIds) => set({ modifierGroupIds })}
        />
      )}
      <label class="check">
        <input
          type="checkbox"
          name="is-served"
          checked={draft.isAvailable}
          onChange={({ currentTarget }) => set({ isAvailable: currentTarget.checked })}
        />
        {texts.isServed}
      </label>
      <PriceNews first={first} draft={draft} />
    </GoodsForm>
  )
}
