import { useId, useState } from 'preact/hooks'
import { Dialog } from '../../../../../page-parts/controls/dialog.tsx'
import { MoneyField } from '../../../../../page-parts/controls/money-field.tsx'
import { TextField } from '../../../../../page-parts/controls/text-field.tsx'
import { pos } from '../../../../../page-parts/pos.ts'
import { useCarts } from '../../cart/cart-provider.tsx'
import { useTill } from '../../shop/till.tsx'
import { useSellTexts } from './use-sell-texts.ts'

type Props = {
  /** What was searched for in vain: the name of the product, or its barcode. */
  readonly query: string
  readonly onClose: () => void
}

const isCode = (text: string) => /^\d{6,}$/.test(text)

/** A new product, with what a till has to know of it. */
export function ProductDialog({ query, onClose }: Props) {
  const texts = useSellTexts()
  const { shop, readAgain, failed } = useTill()
  const { prices } = useCarts()
  const [name, setName] = useState(isCode(query) ? '' : query)
  const [cents, setCents] = useState(0)
  const [categoryId, setCategoryId] = useState('')
  const [barcode, setBarcode] = useState(isCode(query) ? query : '')
  const [stock, setStock] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const id = useId()

  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(undefined)
    try {
      const body = {
        name: name.trim(),
        priceCents: cents,
        quantity: Number(stock),
        // Without a count, sales do not depend on one.
        trackStock: stock !== '',
        categoryIds: categoryId === '' ? [] : [categoryId],
        barcodes: barcode.trim() === '' ? [] : [barcode.trim()],
      }
      await pos.products.create({ body })
      await readAgain()
      onClose()
    } catch (error) {
      setTrouble(failed(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={texts.newProduct} onClose={onClose}>
      <form onSubmit={(event) => void add(event)}>
        <TextField
          label={texts.productName}
          name="product-name"
          autocomplete="off"
          value={name}
          onText={setName}
          pattern=".*\S.*"
          required
        />
        <MoneyField
          label={texts.price}
          cents={cents}
          onCents={setCents}
          smallestCents={prices.smallestCents}
        />
        {shop.categories.length > 0 && (
          <div class="field">
            <label for={id}>{texts.category}</label>
            <select
              id={id}
              value={categoryId}
              onChange={({ currentTarget }) => setCategoryId(currentTarget.value)}
            >
              <option value="">{texts.noCategory}</option>
              {shop.categories.map((category) => (
                <option key={category.id} value={category.id}>
                  {category.name}
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="side-by-side">
          <TextField
            label={texts.barcode}
            name="barcode"
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
        <p class="trouble" role="alert">
          {trouble}
        </p>
        <button type="submit" class="strong" disabled={isBusy}>
          {texts.addProduct}
        </button>
      </form>
    </Dialog>
  )
}
