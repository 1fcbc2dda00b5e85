import { useState } from 'preact/hooks'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { CategoryField } from '../../catalogue/category-field.tsx'
import { GoodsDialog } from '../../catalogue/goods-dialog.tsx'
import { useTill } from '../../shop/till.tsx'
import { useSellTexts } from '../../texts/use-texts.ts'

type Props = {
  /** Text of the search without a result: the name of the product, or its barcode. */
  readonly query: string
  readonly onClose: () => void
}

const isCode = (text: string) => /^\d{6,}$/.test(text)

/** Adds a product, with the fields that a till needs. */
export function ProductDialog({ query, onClose }: Props) {
  const texts = useSellTexts()
  const { readChange } = useTill()
  const [categoryId, setCategoryId] = useState('')
  const [barcode, setBarcode] = useState(isCode(query) ? query : '')
  const [stock, setStock] = useState('')
  const barcodes = barcode.trim() === '' ? [] : [barcode.trim()]
  return (
    <GoodsDialog
      title={texts.newProduct}
      nameLabel={texts.productName}
      fieldName="product-name"
      first={{ name: isCode(query) ? '' : query, cents: 0 }}
      saveLabel={texts.addProduct}
      onSave={async ({ name, cents }) => {
        const body = {
          name,
          priceCents: cents,
          quantity: Number(stock),
          // Without a count, sales do not depend on one.
          trackStock: stock !== '',
          categoryIds: categoryId === '' ? [] : [categoryId],
          barcodes,
        }
        await pos.products.create({ body })
        await readChange()
      }}
      onClose={onClose}
    >
      <CategoryField categoryId={categoryId} onCategory={setCategoryId} />
      <div class="side-by-side">
        <TextField
          label={texts.barcode}
          name="barcode"
          takesCodes
          autocomplete="off"
          value={barcode}
          onText={setBarcode}
        />
        <TextField
          label={texts.stock}
          name="stock"
          autocomplete="off"
          inputMode="numeric"
          pattern="\d{0,7}"
          value={stock}
          onText={setStock}
        />
      </div>
      <p class="quiet small">{texts.stockHint}</p>
    </GoodsDialog>
  )
}
