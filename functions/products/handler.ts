import * as products from '../../shared/catalog/products.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => products.allProducts(page),

  one: async ({ params }) => {
    const product = await products.findProduct(params.id)
    if (!product) throw new Failure('notFound')
    return product
  },

  create: ({ body }) => products.createProduct(body),

  adjustStock: ({ body }) => products.adjustStock(body),

  update: async ({ params: { id }, body }) => {
    await products.changeProduct(id, body)
    return { id }
  },

  remove: ({ params }) => products.softDeleteProduct(params.id),
})
