import { useState } from 'preact/hooks'
import type { Category } from '../../../../shared/client/api.ts'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useSearch } from '../../controls/use-search.tsx'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { useTexts } from './texts/use-texts.ts'
import type { Catalogue } from './use-catalogue.ts'

type Props = { readonly catalogue: Catalogue; readonly readAgain: () => void }

const textsOf = ({ name }: Category) => [name]

/** The categories of products or dishes: added, renamed, and deleted while nothing is in them. */
export function Categories({ catalogue, readAgain }: Props) {
  const texts = useTexts()
  const { may } = useVisit()
  const [edited, setEdited] = useState<Category | 'new'>()
  const { categories } = catalogue
  const { found, field } = useSearch(categories, textsOf, texts.search)
  return (
    <>
      <div class="section-bar">
        {field}
        {may('categories_create') && (
          <div class="actions">
            <button type="button" class="strong" onClick={() => setEdited('new')}>
              {texts.add}
            </button>
          </div>
        )}
      </div>
      {found.length === 0 ? (
        <p class="quiet">{categories.length === 0 ? texts.noneYet : texts.none}</p>
      ) : (
        <div class="card">
          <Table
            label={texts.categories}
            rows={found}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.name,
                cell: (category) => (
                  <button type="button" class="plain" onClick={() => setEdited(category)}>
                    {category.name}
                  </button>
                ),
              },
            ]}
          />
        </div>
      )}
      {edited && (
        <CategoryForm
          category={edited === 'new' ? undefined : edited}
          onDone={() => {
            setEdited(undefined)
            readAgain()
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type FormProps = {
  /** The one to change; undefined for a new one. */
  readonly category: Category | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

function CategoryForm({ category, onDone, onClose }: FormProps) {
  const texts = useTexts()
  const { shop } = useShop()
  const { may } = useVisit()
  const [name, setName] = useState(category?.name ?? '')
  const [isAsking, setAsking] = useState(false)
  const wordingOf = (error: unknown) =>
    // The API refuses both with one text
    error instanceof PosError && error.status === 400
      ? error.code === 'already_exists'
        ? texts.nameTaken
        : error.code === 'in_use'
          ? texts.categoryInUse
          : undefined
      : undefined
  const { isBusy, trouble, run } = useAction(wordingOf)
  const type = shop.isRestaurant ? 'dish' : 'product'
  const act = async (change: () => Promise<unknown>) => {
    if (await run(change)) onDone()
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const body = { name: name.trim(), type } as const
    void act(() =>
      category
        ? pos.categories.rename({ params: { id: category.id }, body })
        : pos.categories.create({ body }),
    )
  }
  return (
    <Dialog
      title={category ? texts.change(category.name) : texts.newCategory}
      onClose={onClose}
    >
      <form onSubmit={save}>
        <TextField
          label={texts.name}
          name="category-name"
          autocomplete="off"
          pattern=".*\S.*"
          required
          value={name}
          onText={setName}
        />
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <div class="actions">
          {category && may('categories_delete') && (
            <button type="button" disabled={isBusy} onClick={() => setAsking(true)}>
              {texts.remove}
            </button>
          )}
          <button type="submit" class="strong" disabled={isBusy}>
            {texts.save}
          </button>
        </div>
      </form>
      {category && isAsking && (
        <ConfirmDialog
          title={texts.removeTitle(category.name)}
          confirm={texts.remove}
          wordingOf={wordingOf}
          onConfirm={() =>
            pos.categories.remove({ params: { id: category.id }, query: { type } })
          }
          onClose={() => setAsking(false)}
          onDone={onDone}
        >
          <p>{texts.removeGroupText}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
