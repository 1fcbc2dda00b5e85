import { useRef, useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { ownerOf } from '../../../parts/code-owner.ts'
import { Choice } from '../../../parts/controls/choice.tsx'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { MoneyField } from '../../../parts/controls/money-field.tsx'
import { TextArea } from '../../../parts/controls/text-area.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { NumberField } from '../../controls/number-field.tsx'
import { PictureField } from '../../controls/picture-field.tsx'
import { useAction } from '../../controls/use-action.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useShop } from '../../shop/shop.tsx'
import { BundleFields } from './bundle-fields.tsx'
import { CheckList } from './check-list.tsx'
import { type Draft, mostVariants, variantsFor } from './draft.ts'
import { saveProduct } from './save-product.ts'
import { TaxField } from './tax-field.tsx'
import { useTexts } from './texts/use-texts.ts'
import type { Catalogue } from './use-catalogue.ts'
import { VariantFields } from './variant-fields.tsx'

type Props = {
  readonly draft: Draft
  readonly catalogue: Catalogue
  /** Called once it is saved; `goesOn` where the next one is to be shown. */
  readonly onSaved: (saved: Draft, goesOn: boolean) => void
  /** Opens the product as it is now. */
  readonly onShowNow: (id: string) => void
  readonly onCopy: () => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** A product, new or to change, in one form. */
export function ProductForm({ draft: first, catalogue, ...props }: Props) {
  const texts = useTexts()
  const { number } = useFormats()
  const { smallestCents } = useShop()
  const { may, user } = useVisit()
  const [draft, setDraft] = useState(first)
  const [isChanged, setChanged] = useState(false)
  const set = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  const { isBusy, trouble, say, run } = useAction((error) => {
    if (!(error instanceof PosError)) return undefined
    if (error.code === 'product_changed') setChanged(true)
    const owner = ownerOf(error)
    return owner && texts.hasCode(owner.name, owner.code)
  })
  const goesOn = useRef(false)
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (draft.isBundle && draft.components.length === 0) return say(texts.bundleEmpty)
    if (!variantsFor(draft)) return say(texts.tooManyCombinations(number(mostVariants)))
    setChanged(false)
    if (await run(() => saveProduct(draft, setDraft)))
      props.onSaved(draft, goesOn.current)
  }
  const isNew = first.id === undefined
  const choices = (['exact', 'afterwards', 'no'] as const).filter(
    (choice) => user.isAdmin || choice === 'no' || choice === first.stockPolicy,
  )
  const hasVariants = draft.options.length > 0
  const { categories, groups, taxes } = catalogue
  return (
    <Dialog
      title={isNew ? texts.newProduct : texts.change(first.name)}
      size="wide"
      onClose={props.onClose}
    >
      <form onSubmit={(event) => void save(event)}>
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
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <div class="actions">
          {isChanged && first.id !== undefined && (
            <button type="button" onClick={() => props.onShowNow(first.id ?? '')}>
              {texts.showNow}
            </button>
          )}
          {!isNew && may('products_delete') && (
            <button type="button" onClick={props.onRemove}>
              {texts.remove}
            </button>
          )}
          {!isNew && may('products_create') && (
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

/** Shows the change of a price before it is saved. */
function PriceNews({ first, draft }: { readonly first: Draft; readonly draft: Draft }) {
  const texts = useTexts()
  const { money } = useFormats()
  if (first.id === undefined || first.priceCents === draft.priceCents) return null
  return (
    <p role="status">
      {texts.priceChange(money(first.priceCents), money(draft.priceCents))}
    </p>
  )
}
