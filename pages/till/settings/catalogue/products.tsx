import { useMemo, useState } from 'preact/hooks'
import type { Product } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { pos } from '../../../parts/pos.ts'
import { codesOf } from '../../../parts/product-codes.ts'
import { useTill } from '../../shop/till.tsx'
import { useCatalogueTexts } from '../../texts/use-texts.ts'
import { GoodsList } from './goods-list.tsx'
import { ProductForm } from './product-form.tsx'

/** The products of the shop, each to change. */
export function Products({ onClose }: { readonly onClose: () => void }) {
  const texts = useCatalogueTexts()
  const { shop, failed } = useTill()
  const [edited, setEdited] = useState<Product>()
  const [trouble, setTrouble] = useState<string>()
  const goods = useMemo(
    () =>
      shop.products.map((product) => ({
        ...product,
        cents: product.priceCents,
        codes: codesOf(product),
      })),
    [shop.products],
  )
  /**
   * Reads the product again: another till may have changed it since this one read all of them.
   */
  const choose = async (id: string) => {
    setTrouble(undefined)
    try {
      setEdited(await pos.products.one({ params: { id } }))
    } catch (error) {
      setTrouble(failed(error))
    }
  }
  return (
    <Dialog title={texts.products} onClose={onClose}>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <GoodsList goods={goods} onChoose={({ id }) => void choose(id)} />
      {edited && <ProductForm product={edited} onClose={() => setEdited(undefined)} />}
    </Dialog>
  )
}
