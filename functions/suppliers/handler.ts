import * as suppliers from '../../shared/catalog/suppliers.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => suppliers.allSuppliers(page),

  one: async ({ params }) => {
    const supplier = await suppliers.findSupplier(params.id)
    if (!supplier) throw new Failure('notFound')
    return supplier
  },

  create: ({ body }) => suppliers.createSupplier(body),

  update: async ({ params: { id }, body }) => {
    await suppliers.changeSupplier(id, body)
    return { id }
  },

  remove: ({ params }) => suppliers.softDeleteSupplier(params.id),
})
