import { isLow } from '../../../../shared/catalog/low-stock.ts'
import type { Product } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { codesOf } from '../../../parts/product-codes.ts'
import { stockOf } from '../../figures/stock.ts'
import { useVisit } from '../../figures/visit.tsx'
import { BulkPrices } from './bulk-prices.tsx'
import { copyOf, type Draft, draftOf, newDraft } from './draft.ts'
import { GoodsList, type Shown } from './goods-list.tsx'
import { type PriceChange, pricesOfProducts } from './new-prices.ts'
import { ProductForm } from './product-form.tsx'
import { useTexts } from './texts/use-texts.ts'
import type { Catalogue } from './use-catalogue.ts'

type Props = { readonly catalogue: Catalogue; readonly readAgain: () => void }

const isShown: Partial<Record<Shown, (product: Product) => boolean>> = {
  counted: ({ trackStock, quantity }) => trackStock && quantity > 0,
  low: (product) => stockOf(product).some(isLow),
  out: ({ trackStock, quantity }) => trackStock && quantity <= 0,
  off: ({ isAvailable }) => !isAvailable,
}

const textsOf = (product: Product) => [product.name, ...codesOf(product)]
const categoryIdsOf = ({ categoryIds }: Product) => categoryIds

/** All products: searched, added, changed, copied, deleted, and priced at once. */
export function Products({ catalogue, readAgain }: Props) {
  const texts = useTexts()
  const { money, number } = useFormats()
  const { may } = useVisit()
  const { products, categories } = catalogue
  return (
    <GoodsList<Product, Draft>
      label={texts.products}
      rows={products}
      textsOf={textsOf}
      categories={categories}
      categoryIdsOf={categoryIdsOf}
      isShown={isShown}
      pictureOf={({ imageUrl }) =>
        imageUrl?.startsWith('/') && (
          <img class="thumb" src={imageUrl} alt="" loading="lazy" />
        )
      }
      badgeOf={({ isAvailable }) =>
        !isAvailable && <span class="badge">{texts.off}</span>
      }
      columns={[
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
              <span class={stockClass(product)}>{number(product.quantity)}</span>
            ) : (
              <span class="quiet small">{texts.notCounted}</span>
            ),
        },
      ]}
      actions={(categoryId) =>
        may('products_update') && (
          <BulkPrices
            priced={pricesOfProducts(products)}
            categories={categories}
            categoryId={categoryId}
            setPrice={setPrice}
            onDone={readAgain}
          />
        )
      }
      mayAdd={may('products_create')}
      // A tax that nobody has chosen for this product would be sold unseen
      newDraft={(categoryId, like) =>
        newDraft({ categoryIds: like?.categoryIds ?? (categoryId ? [categoryId] : []) })
      }
      draftOf={async ({ id }) => draftOf(await pos.products.one({ params: { id } }))}
      copyOf={copyOf}
      form={(draft, news) => (
        <ProductForm draft={draft} catalogue={catalogue} news={news} />
      )}
      remove={({ id }) => pos.products.remove({ params: { id } })}
      removal={({ trackStock, quantity }) => (
        <>
          <p>{texts.removeText}</p>
          {trackStock && quantity > 0 && <p>{texts.removeUnits(number(quantity))}</p>}
        </>
      )}
      readAgain={readAgain}
    />
  )
}

const stockClass = (product: Product) =>
  product.quantity <= 0 ? 'none' : stockOf(product).some(isLow) ? 'low' : ''

/** Changes a price that is still what was shown. Returns whether it did. Throws PosError. */
async function setPrice({
  id,
  variantId,
  priceCents,
  afterCents,
}: PriceChange): Promise<boolean> {
  const product = await pos.products.one({ params: { id } })
  const now = variantId
    ? product.variants.find((variant) => variant.id === variantId)?.priceCents
    : product.priceCents
  if (now !== priceCents) return false
  if (variantId) {
    const params = { id, variantId }
    await pos.products.updateVariant({ params, body: { priceCents: afterCents } })
    return true
  }
  const { name, version } = product
  const body = { name, priceCents: afterCents, keepStock: true, ifVersion: version }
  await pos.products.update({ params: { id }, body })
  return true
}
