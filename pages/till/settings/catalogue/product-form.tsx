import { useState } from 'preact/hooks'
import type { Product, ProductChange } from '../../../../shared/client/api.ts'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { CategoryField } from '../../catalogue/category-field.tsx'
import { GoodsDialog } from '../../catalogue/goods-dialog.tsx'
import { useTill } from '../../shop/till.tsx'
import { useCatalogueTexts, useSellTexts } from '../../texts/use-texts.ts'

type Props = { readonly product: Product; readonly onClose: () => void }

/** Changes a product. Sends only its changed fields: the shop keeps the others. */
export function ProductForm({ product, onClose }: Props) {
  const texts = useCatalogueTexts()
  const { productName } = useSellTexts()
  const { readChange } = useTill()
  const { id, hasVariants, isBundle, trackStock, categoryIds, barcodes } = product
  const [change, setChange] = useState<Partial<ProductChange>>({})
  const set = (next: typeof change) => setChange((now) => ({ ...now, ...next }))
  const [codes, setCodes] = useState(barcodes.join(' '))
  const { SKU, minStockThreshold, isAvailable } = { ...product, ...change }
  const [categoryId = ''] = change.categoryIds ?? categoryIds
  return (
    <GoodsDialog
      title={texts.change(product.name)}
      nameLabel={productName}
      fieldName="product-name"
      first={{ name: product.name, cents: product.priceCents }}
      isWithoutPrice={hasVariants}
      saveLabel={texts.save}
      onSave={async ({ name, cents }) => {
        // Other tills sell from the stock meanwhile
        const body = { ...change, name, priceCents: cents, keepStock: true }
        await pos.products.update({ params: { id }, body })
        await readChange()
      }}
      onClose={onClose}
    >
      {/* A product of several keeps them */}
      {categoryIds.length < 2 && (
        <CategoryField
          categoryId={categoryId}
          onCategory={(chosen) => set({ categoryIds: chosen === '' ? [] : [chosen] })}
        />
      )}
      {!hasVariants && (
        <>
          <TextField
            label={texts.sku}
            name="sku"
            takesCodes
            autocomplete="off"
            value={SKU ?? ''}
            onText={(text) => set({ SKU: text })}
          />
          <TextField
            label={texts.barcodes}
            hint={texts.barcodesHint}
            name="barcodes"
            takesCodes
            autocomplete="off"
            value={codes}
            onText={(text) => {
              setCodes(text)
              set({ barcodes: text.split(/\s+/).filter(Boolean) })
            }}
          />
        </>
      )}
      {trackStock && !isBundle && (
        <TextField
          label={texts.low}
          name="low"
          autocomplete="off"
          inputMode="numeric"
          pattern="\d{0,7}"
          value={String(minStockThreshold)}
          onText={(text) => set({ minStockThreshold: Number(text.replace(/\D/g, '')) })}
        />
      )}
      <label class="check">
        <input
          type="checkbox"
          name="is-sold"
          checked={isAvailable ?? true}
          onChange={({ currentTarget }) => set({ isAvailable: currentTarget.checked })}
        />
        {texts.isSold}
      </label>
    </GoodsDialog>
  )
}
