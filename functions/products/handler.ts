import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import * as products from '../../shared/table/products.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => products.allProducts(page),

  one: async ({ params }) => {
    const product = await products.findProduct(params.id)
    if (!product) throw new Failure('unknown')
    return product
  },

  create: ({ body }) => products.createProduct(body),

  adjustStock: ({ body }) => products.adjustStock(body),

  update: async ({ params: { id }, body }) => {
    await products.updateProduct(id, body)
    return { id }
  },

  remove: ({ params }) => products.retireProduct(params.id),
})
