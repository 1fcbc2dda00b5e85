import type { ProductInput } from '../../shared/catalog/product.ts'
import * as products from '../../shared/catalog/products.ts'
import { Failure } from '../../shared/failure.ts'
import type { RequestFacts } from '../../shared/http/call.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { pictureToStore } from '../../shared/uploads/picture-url.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => products.allProducts(page),

  one: async ({ params }) => {
    const product = await products.findProduct(params.id)
    if (!product) throw new Failure('notFound')
    return product
  },

  create: ({ body, request }) => products.createProduct(withPicture(body, request)),

  adjustStock: ({ body }) => products.adjustStock(body),

  update: async ({ params: { id }, body, request }) => {
    await products.changeProduct(id, withPicture(body, request))
    return { id }
  },

  remove: ({ params }) => products.softDeleteProduct(params.id),
})

const withPicture = (input: ProductInput, { ownUrls }: RequestFacts): ProductInput => ({
  ...input,
  imageUrl: pictureToStore(input.imageUrl, ownUrls),
})
