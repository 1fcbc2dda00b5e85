import { useMemo, useRef, useState } from 'preact/hooks'
import type { Dish } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useSearch } from '../../controls/use-search.tsx'
import { toCents } from '../../figures/sales.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { CheckList } from './check-list.tsx'
import { TaxField } from './tax-field.tsx'
import { useTexts } from './texts/use-texts.ts'
import type { Catalogue } from './use-catalogue.ts'

type Props = { readonly catalogue: Catalogue; readonly readAgain: () => void }

type Draft = Omit<Dish, 'id' | 'price'> & {
  readonly id: string | undefined
  readonly priceCents: number
}

const textsOf = ({ name }: Dish) => [name]

/** All dishes: searched, added, changed, copied and deleted. */
export function Dishes({ catalogue, readAgain }: Props) {
  const texts = useTexts()
  const { money, number } = useFormats()
  const { may } = useVisit()
  const { dishes, categories } = catalogue
  const [categoryId, setCategoryId] = useState('')
  const [draft, setDraft] = useState<Draft>()
  const [removed, setRemoved] = useState<Dish>()
  const [news, setNews] = useState<string>()
  const rows = useMemo(
    () => dishes.filter((dish) => categoryId === '' || dish.categoryId === categoryId),
    [dishes, categoryId],
  )
  const { found, field } = useSearch(rows, textsOf, texts.search)
  const newDraft = (like?: Draft): Draft => ({
    id: undefined,
    name: '',
    priceCents: 0,
    categoryId: like?.categoryId ?? (categoryId || categories[0]?.id) ?? '',
    taxId: like?.taxId ?? null,
    isAvailable: true,
    modifierGroupIds: [],
    course: null,
  })
  const draftOf = ({ price, ...dish }: Dish): Draft => ({
    ...dish,
    priceCents: toCents(price),
  })
  return (
    <>
      <div class="section-bar">
        {field}
        <SelectField
          label={texts.category}
          name="category"
          value={categoryId}
          options={[
            { value: '', label: texts.allCategories },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={setCategoryId}
        />
        {may('dish_create') && categories.length > 0 && (
          <div class="actions">
            <button type="button" class="strong" onClick={() => setDraft(newDraft())}>
              {texts.add}
            </button>
          </div>
        )}
      </div>
      <p role="status" class="quiet small">
        {news} {dishes.length > 0 && texts.found(number(found.length))}
      </p>
      {found.length === 0 ? (
        <p class="quiet">{dishes.length === 0 ? texts.noneYet : texts.none}</p>
      ) : (
        <div class="card">
          <Table
            label={texts.dishes}
            rows={found}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.name,
                cell: (dish) => (
                  <>
                    <button
                      type="button"
                      class="plain"
                      onClick={() => setDraft(draftOf(dish))}
                    >
                      {dish.name}
                    </button>{' '}
                    {!dish.isAvailable && <span class="badge">{texts.off}</span>}
                  </>
                ),
              },
              {
                heading: texts.category,
                isWideOnly: true,
                cell: (dish) => categories.find(({ id }) => id === dish.categoryId)?.name,
              },
              {
                heading: texts.price,
                isFigure: true,
                cell: ({ price }) => money(toCents(price)),
              },
            ]}
          />
        </div>
      )}
      {draft && (
        <DishForm
          key={`${draft.id} ${draft.name}`}
          draft={draft}
          catalogue={catalogue}
          onSaved={(saved, goesOn) => {
            setNews(texts.saved(saved.name))
            readAgain()
            const at = found.findIndex(({ id }) => id === saved.id)
            const following = found[at + 1]
            if (!goesOn) setDraft(undefined)
            else if (saved.id === undefined) setDraft(newDraft(saved))
            else setDraft(following && draftOf(following))
          }}
          onCopy={() =>
            setDraft({ ...draft, id: undefined, name: texts.copyOf(draft.name) })
          }
          onRemove={() => {
            setRemoved(dishes.find(({ id }) => id === draft.id))
            setDraft(undefined)
          }}
          onClose={() => setDraft(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={texts.removeTitle(removed.name)}
          confirm={texts.remove}
          onConfirm={async () => {
            await pos.dishes.remove({ params: { id: removed.id } })
            readAgain()
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{texts.removeText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type FormProps = {
  readonly draft: Draft
  readonly catalogue: Catalogue
  readonly onSaved: (saved: Draft, goesOn: boolean) => void
  readonly onCopy: () => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

function DishForm({ draft: first, catalogue, ...props }: FormProps) {
  const texts = useTexts()
  const { money } = useFormats()
  const { smallestCents } = useShop()
  const { may } = useVisit()
  const [draft, setDraft] = useState(first)
  const set = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  const { isBusy, trouble, run } = useAction()
  const goesOn = useRef(false)
  const { id } = first
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const { id: _id, priceCents, course, ...rest } = draft
    const body = {
      ...rest,
      name: draft.name.trim(),
      price: priceCents / 100,
      course: course?.trim() || null,
    }
    const saved = await run(() =>
      id === undefined
        ? pos.dishes.create({ body })
        : pos.dishes.update({ params: { id }, body }),
    )
    if (saved) props.onSaved(draft, goesOn.current)
  }
  return (
    <Dialog
      title={id === undefined ? texts.newDish : texts.change(first.name)}
      size="wide"
      onClose={props.onClose}
    >
      <form onSubmit={(event) => void save(event)}>
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
          <SelectField
            label={texts.category}
            name="dish-category"
            value={draft.categoryId}
            options={catalogue.categories.map((each) => ({
              value: each.id,
              label: each.name,
            }))}
            onChoose={(categoryId) => set({ categoryId })}
          />
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
        {id !== undefined && first.priceCents !== draft.priceCents && (
          <p role="status">
            {texts.priceChange(money(first.priceCents), money(draft.priceCents))}
          </p>
        )}
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <div class="actions">
          {id !== undefined && may('dish_delete') && (
            <button type="button" onClick={props.onRemove}>
              {texts.remove}
            </button>
          )}
          {id !== undefined && may('dish_create') && (
            <button type="button" onClick={props.onCopy}>
              {texts.copy}
            </button>
          )}
          <button
            type="submit"
            disabled={isBusy}
            onClick={() => {
              goesOn.current = true
            }}
          >
            {texts.saveAndNext}
          </button>
          <button
            type="submit"
            class="strong"
            disabled={isBusy}
            onClick={() => {
              goesOn.current = false
            }}
          >
            {texts.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
