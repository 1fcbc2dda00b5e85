import { useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { ownerOf } from '../../../parts/code-owner.ts'
import { Choice } from '../../../parts/controls/choice.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { TextArea } from '../../../parts/controls/text-area.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { NumberField } from '../../controls/number-field.tsx'
import { PictureField } from '../../controls/picture-field.tsx'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { BundleFields } from './bundle-fields.tsx'
import { CheckList } from './check-list.tsx'
import { type Draft, mostVariants, variantsFor } from './draft.ts'
import { GoodsForm } from './goods-form.tsx'
import type { FormNews } from './goods-list.tsx'
import { PriceNews } from './price-news.tsx'
import { saveProduct } from './save-product.ts'
import { TaxField } from './tax-field.tsx'
import { useTexts } from './texts/use-texts.ts'
import type { Catalogue } from './use-catalogue.ts'
import { VariantFields } from './variant-fields.tsx'

type Props = {
  readonly draft: Draft
  readonly catalogue: Catalogue
  readonly news: FormNews<Draft>
}

/** A product, new or to change, in one form. */
export function ProductForm({ draft: first, catalogue, news }: Props) {
  const texts = useTexts()
  const { number } = useFormats()
  const { smallestCents } = useShop()
  const { may, user } = useVisit()
  const [draft, setDraft] = useState(first)
  const set = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  const faultOf = () => {
    if (draft.isBundle && draft.components.length === 0) return texts.bundleEmpty
    if (!variantsFor(draft)) return texts.tooManyCombinations(number(mostVariants))
    return undefined
  }
  const wordingOf = (error: unknown) => {
    const owner = error instanceof PosError && ownerOf(error)
    return owner ? texts.hasCode(owner.name, owner.code) : undefined
  }
  const isNew = first.id === undefined
  const choices = (['exact', 'afterwards', 'no'] as const).filter(
    (choice) => user.isAdmin || choice === 'no' || choice === first.stockPolicy,
  )
  const hasVariants = draft.options.length > 0
  const { categories, groups, taxes } = catalogue
  return (
    <GoodsForm
      first={first}
      draft={draft}
      newTitle={texts.newProduct}
      faultOf={faultOf}
      save={() => saveProduct(draft, setDraft)}
      wordingOf={wordingOf}
      mayRemove={may('products_delete')}
      mayCopy={may('products_create')}
      news={news}
    >
      <TextField
        label={texts.name}
        name="product-name"
        autocomplete="off"
        value={draft.name}
        onText={(name) => set({ name })}
        pattern=".*\S.*"
        required
      />
      <div class="side-by-side">
        {!hasVariants && (
          <MoneyField
            label={texts.price}
            cents={draft.priceCents}
            onCents={(priceCents) => set({ priceCents })}
            smallestCents={smallestCents}
          />
        )}
        <MoneyField
          label={texts.cost}
          cents={draft.costCents}
          onCents={(costCents) => set({ costCents })}
          smallestCents={smallestCents}
        />
        <TaxField
          taxes={taxes}
          value={draft.taxId}
          onChoose={(taxId) => set({ taxId })}
        />
      </div>
      {categories.length > 0 && (
        <CheckList
          legend={texts.category}
          rows={categories}
          chosen={draft.categoryIds}
          onChoose={(categoryIds) => set({ categoryIds })}
        />
      )}
      {!hasVariants && (
        <div class="side-by-side">
          <TextField
            label={texts.barcodes}
            hint={texts.barcodesHint}
            name="barcodes"
            autocomplete="off"
            takesCodes
            value={draft.barcodes}
            onText={(barcodes) => set({ barcodes })}
          />
          <TextField
            label={texts.sku}
            name="sku"
            autocomplete="off"
            takesCodes
            value={draft.sku}
            onText={(sku) => set({ sku })}
          />
        </div>
      )}
      <PictureField
        texts={texts}
        url={draft.imageUrl}
        onUrl={(imageUrl) => set({ imageUrl })}
      />
      <label class="check">
        <input
          type="checkbox"
          name="is-sold"
          checked={draft.isAvailable}
          onChange={({ currentTarget }) => set({ isAvailable: currentTarget.checked })}
        />
        {texts.isSold}
      </label>
      {!draft.isBundle && (
        <Choice
          legend={texts.counted}
          value={draft.trackStock ? draft.stockPolicy : 'no'}
          options={choices.map((value) => ({
            value,
            ...texts.countedChoices[value],
          }))}
          onChoose={(value) =>
            set(
              value === 'no'
                ? { trackStock: false }
                : { trackStock: true, stockPolicy: value },
            )
          }
        />
      )}
      {draft.trackStock && !draft.isBundle && (
        <div class="side-by-side">
          {isNew && !hasVariants && (
            <NumberField
              label={texts.unitsNow}
              name="units"
              value={draft.quantity}
              onNumber={(quantity) => set({ quantity })}
            />
          )}
          <NumberField
            label={texts.lowLevel}
            name="low"
            value={draft.minStockThreshold}
            onNumber={(minStockThreshold) => set({ minStockThreshold })}
          />
          <NumberField
            label={texts.fullLevel}
            name="full"
            value={draft.maxStockThreshold}
            onNumber={(maxStockThreshold) => set({ maxStockThreshold })}
          />
        </div>
      )}
      {draft.trackStock && !draft.isBundle && !isNew && (
        <p class="quiet small">{texts.unitsLater}</p>
      )}
      {groups.length > 0 && (
        <CheckList
          legend={texts.modifiers}
          rows={groups}
          chosen={draft.modifierGroupIds}
          onChoose={(modifierGroupIds) => set({ modifierGroupIds })}
        />
      )}
      {!draft.isBundle && (
        <details open={hasVariants}>
          <summary>{texts.options}</summary>
          <VariantFields draft={draft} set={set} />
        </details>
      )}
      {!hasVariants && (
        <details open={draft.isBundle}>
          <summary>{texts.bundle}</summary>
          <BundleFields draft={draft} set={set} products={catalogue.products} />
        </details>
      )}
      <TextArea
        label={texts.description}
        name="description"
        value={draft.description}
        onText={(description) => set({ description })}
      />
      <PriceNews first={first} draft={draft} />
    </GoodsForm>
  )
}
