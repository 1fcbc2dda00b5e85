import type { Dish } from '../../../shared/client/api.ts'
import type { ShopProduct } from '../../parts/shop-product.ts'
import { languages } from '../texts/languages.ts'
import type { SampleTexts } from '../texts/sample-texts.ts'

/** Types of samples. */
export type SampleType = 'product' | 'dish'

/** A sample that the shop has, in whichever browser it was made. */
export type Sample = {
  readonly type: SampleType
  readonly id: string
  readonly name: string
  readonly categoryIds: readonly string[]
}

/** The SKUs of sample products begin with it. */
export const skuPrefix = 'SAMPLE-'

/** The products that are as the set-up makes them, in any language. */
export const sampleProducts = (products: readonly ShopProduct[]): Sample[] =>
  products
    .filter(
      ({ SKU, name, priceCents }) =>
        SKU?.startsWith(skuPrefix) &&
        isOneOf(samplesOf('storeSamples'), name, priceCents),
    )
    .map((product) => ({ ...product, type: 'product' }))

/** Finds the sample dishes; dishes have no SKU. */
export const sampleDishes = (dishes: readonly Dish[]): Sample[] =>
  dishes
    .filter(({ name, price }) =>
      isOneOf(samplesOf('restaurantSamples'), name, Math.round(price * 100)),
    )
    .map((dish) => ({ ...dish, type: 'dish', categoryIds: [dish.categoryId] }))

/** The samples of every language. */
const samplesOf = (which: 'storeSamples' | 'restaurantSamples') =>
  Object.values(languages).map(({ setUp }) => setUp[which])

/** Prices are a hundred times as high where the currency has no cents. */
const isOneOf = (texts: readonly SampleTexts[], name: string, priceCents: number) =>
  texts
    .flat()
    .flatMap(({ goods }) => goods)
    .some(
      ([sample, cents]) => sample === name && [cents, cents * 100].includes(priceCents),
    )
