import { useMemo, useState } from 'preact/hooks'
import { isLow } from '../../../../shared/catalog/low-stock.ts'
import type { Product } from '../../../../shared/client/api.ts'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { codesOf } from '../../../parts/product-codes.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { Table } from '../../controls/table.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useSearch } from '../../controls/use-search.tsx'
import { stockOf } from '../../figures/stock.ts'
import { useVisit } from '../../figures/visit.tsx'
import { BulkPrices } from './bulk-prices.tsx'
import { copyOf, type Draft, draftOf, newDraft } from './draft.ts'
import { ProductForm } from './product-form.tsx'
import { useTexts } from './texts/use-texts.ts'
import type { Catalogue } from './use-catalogue.ts'

type Props = { readonly catalogue: Catalogue; readonly readAgain: () => void }

const shows = ['all', 'counted', 'low', 'out', 'off'] as const
type Shown = (typeof shows)[number]

const isShown: Readonly<Record<Shown, (product: Product) => boolean>> = {
  all: () => true,
  counted: ({ trackStock, quantity }) => trackStock && quantity > 0,
  low: (product) => stockOf(product).some(isLow),
  out: ({ trackStock, quantity }) => trackStock && quantity <= 0,
  off: ({ isAvailable }) => !isAvailable,
}

const textsOf = (product: Product) => [product.name, ...codesOf(product)]

/** All products: searched, added, changed, copied, deleted, and priced at once. */
export function Products({ catalogue, readAgain }: Props) {
  const texts = useTexts()
  const { number } = useFormats()
  const { may } = useVisit()
  const { isBusy, trouble, run } = useAction()
  const [categoryId, setCategoryId] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [draft, setDraft] = useState<Draft>()
  const [removed, setRemoved] = useState<Product>()
  const [isPricing, setPricing] = useState(false)
  const [news, setNews] = useState<string>()
  const { products, categories } = catalogue
  const rows = useMemo(
    () =>
      products.filter(
        (product) =>
          isShown[shown](product) &&
          (categoryId === '' || product.categoryIds.includes(categoryId)),
      ),
    [products, shown, categoryId],
  )
  const { found, field } = useSearch(rows, textsOf, texts.search)
  /** Reads the product again: somebody may have changed it since the list was read. */
  const open = (id: string) =>
    run(async () => setDraft(draftOf(await pos.products.one({ params: { id } }))))
  const next = (saved: Draft) => {
    const at = found.findIndex(({ id }) => id === saved.id)
    const following = found[at + 1]
    if (saved.id === undefined) {
      // A tax that nobody has chosen for this product would be sold unseen
      setDraft(newDraft({ categoryIds: saved.categoryIds }))
    } else if (following) void open(following.id)
    else setDraft(undefined)
  }
  return (
    <>
      <div class="section-bar">
        {field}
        {categories.length > 0 && (
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
        )}
        <SelectField
          label={texts.show}
          name="shown"
          value={shown}
          options={shows.map((value) => ({ value, label: texts.shows[value] }))}
          onChoose={(value) => setShown(value as Shown)}
        />
        <div class="actions">
          {may('products_update') && products.length > 0 && (
            <button type="button" onClick={() => setPricing(true)}>
              {texts.prices}
            </button>
          )}
          {may('products_create') && (
            <button
              type="button"
              class="strong"
              onClick={() =>
                setDraft(newDraft({ categoryIds: categoryId ? [categoryId] : [] }))
              }
            >
              {texts.add}
            </button>
          )}
        </div>
      </div>
      <p role="status" class="quiet small">
        {news} {products.length > 0 && texts.found(number(found.length))}
      </p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {products.length === 0 && <p class="quiet">{texts.noneYet}</p>}
      {products.length > 0 && found.length === 0 && <p class="quiet">{texts.none}</p>}
      {found.length > 0 && (
        <div class="card">
          <List
            products={found}
            catalogue={catalogue}
            isBusy={isBusy}
            onOpen={(id) => void open(id)}
          />
        </div>
      )}
      {draft && (
        <ProductForm
          key={draft.key}
          draft={draft}
          catalogue={catalogue}
          onSaved={(saved, goesOn) => {
            setNews(texts.saved(saved.name))
            readAgain()
            if (goesOn) next(saved)
            else setDraft(undefined)
          }}
          onShowNow={(id) => void open(id)}
          onCopy={() => setDraft(copyOf(draft, texts.copyOf(draft.name)))}
          onRemove={() => {
            setRemoved(products.find(({ id }) => id === draft.id))
            setDraft(undefined)
          }}
          onClose={() => {
            setDraft(undefined)
            readAgain()
          }}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={texts.removeTitle(removed.name)}
          confirm={texts.remove}
          onConfirm={async () => {
            await pos.products.remove({ params: { id: removed.id } })
            readAgain()
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{texts.removeText}</p>
          {removed.trackStock && removed.quantity > 0 && (
            <p>{texts.removeUnits(number(removed.quantity))}</p>
          )}
        </ConfirmDialog>
      )}
      {isPricing && (
        <BulkPrices
          catalogue={catalogue}
          categoryId={categoryId}
          onClose={() => {
            setPricing(false)
            readAgain()
          }}
        />
      )}
    </>
  )
}

type ListProps = {
  readonly products: readonly Product[]
  readonly catalogue: Catalogue
  readonly isBusy: boolean
  readonly onOpen: (id: string) => void
}

function List({ products, catalogue: { categories }, isBusy, onOpen }: ListProps) {
  const texts = useTexts()
  const { money, number } = useFormats()
  const nameOf = (id: string) => categories.find((each) => each.id === id)?.name
  return (
    <Table
      label={texts.products}
      rows={products}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: texts.name,
          cell: (product) => (
            <span class="named">
              {product.imageUrl?.startsWith('/') && (
                <img class="thumb" src={product.imageUrl} alt="" loading="lazy" />
              )}
              <span>
                <button
                  type="button"
                  class="plain"
                  disabled={isBusy}
                  onClick={() => onOpen(product.id)}
                >
                  {product.name}
                </button>{' '}
                {!product.isAvailable && <span class="badge">{texts.off}</span>}
              </span>
            </span>
          ),
        },
        {
          heading: texts.category,
          isWideOnly: true,
          cell: ({ categoryIds }) => categoryIds.map(nameOf).filter(Boolean).join(', '),
        },
        {
          heading: texts.price,
          isFigure: true,
          cell: ({ priceCents, maxPriceCents }) =>
            priceCents === maxPriceCents
              ? money(priceCents)
              : texts.fromPrice(money(priceCents)),
        },
        {
          heading: texts.stock,
          isFigure: true,
          cell: (product) =>
            product.trackStock ? (
              <span
                class={
                  product.quantity <= 0
                    ? 'none'
                    : stockOf(product).some(isLow)
                      ? 'low'
                      : ''
                }
              >
                {number(product.quantity)}
              </span>
            ) : (
              <span class="quiet small">{texts.notCounted}</span>
            ),
        },
      ]}
    />
  )
}
