import { withBundles } from '../../shared/catalog/bundles.ts'
import type { ProductChange } from '../../shared/catalog/product.ts'
import {
  changeProduct,
  createProduct,
  softDeleteProduct,
} from '../../shared/catalog/product-changes.ts'
import * as products from '../../shared/catalog/products.ts'
import { required } from '../../shared/failure.ts'
import type { RequestFacts } from '../../shared/http/call.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { pictureToStore } from '../../shared/uploads/picture-url.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => withBundles(await products.allProducts(page)),

  one: async ({ params }) => {
    const [product] = await withBundles([required(await products.findProduct(params.id))])
    return required(product)
  },

  create: ({ body, request }) => createProduct(withPicture(body, request)),

  adjustStock: ({ body }) => products.adjustStock(body),

  update: ({ params, body, request, caller }) =>
    changeProduct(params.id, withPicture(body, request), caller.userId),

  remove: ({ params }) => softDeleteProduct(params.id),
})

const withPicture = <Input extends ProductChange>(
  input: Input,
  { ownUrls }: RequestFacts,
): Input => ({
  ...input,
  imageUrl: pictureToStore(input.imageUrl, ownUrls),
})
