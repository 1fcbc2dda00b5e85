import { findByCode } from '../../shared/catalog/codes.ts'
import {
  changeProduct,
  createProduct,
  softDeleteProduct,
} from '../../shared/catalog/product-changes.ts'
import { allProducts, findProduct } from '../../shared/catalog/products.ts'
import {
  shownOptions,
  shownProduct,
  shownProducts,
  shownVariants,
} from '../../shared/catalog/shown-products.ts'
import { adjustStock } from '../../shared/catalog/stock-adjustment.ts'
import {
  changeOption,
  changeVariant,
  createOption,
  createVariant,
  deleteOption,
  deleteVariant,
} from '../../shared/catalog/variant-changes.ts'
import { required } from '../../shared/failure.ts'
import { privilegesOf } from '../../shared/people/staff/live-user.ts'
import type { RequestFacts } from '../../shared/platform/http/call.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { pictureToStore } from '../../shared/platform/uploads/picture-url.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => shownProducts(await allProducts(page)),

  one: async ({ params }) => shownProduct(required(await findProduct(params.id))),

  byCode: async ({ params }) => {
    const { code, first, others } = required(await findByCode(params.code))
    const { text: _text, spellings: _spellings, ...said } = code
    const [shown] = await shownProducts([first.product])
    return {
      ...required(shown),
      ...said,
      variantId: first.variant.id,
      ...(others.length > 0 && {
        others: others.map(({ product, variant }) => ({
          productId: product.id,
          variantId: variant.id,
        })),
      }),
    }
  },

  create: ({ body, request, caller }) =>
    createProduct(withPicture(body, request), privilegesOf(caller)),

  adjustStock: ({ body }) => adjustStock(body),

  update: ({ params, body, request, caller }) =>
    changeProduct(params.id, withPicture(body, request), privilegesOf(caller)),

  remove: ({ params }) => softDeleteProduct(params.id),

  variants: async ({ params }) => shownVariants(required(await findProduct(params.id))),

  createVariant: ({ params, body, request }) =>
    createVariant(params.id, withPicture(body, request)),

  updateVariant: ({ params, body, request, caller }) =>
    changeVariant(params.id, params.variantId, withPicture(body, request), caller.userId),

  removeVariant: ({ params }) => deleteVariant(params.id, params.variantId),

  options: async ({ params }) => shownOptions(required(await findProduct(params.id))),

  createOption: ({ params, body }) => createOption(params.id, body),

  updateOption: ({ params, body }) => changeOption(params.id, params.optionTypeId, body),

  removeOption: ({ params }) => deleteOption(params.id, params.optionTypeId),
})

const withPicture = <Input extends { readonly imageUrl?: string | null | undefined }>(
  input: Input,
  { ownUrls }: RequestFacts,
): Input => ({
  ...input,
  imageUrl: pictureToStore(input.imageUrl, ownUrls),
})
