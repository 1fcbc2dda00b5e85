import * as suppliers from '../../shared/catalog/suppliers.ts'
import { required } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: ({ page }) => suppliers.allSuppliers(page),

  one: async ({ params }) => required(await suppliers.findSupplier(params.id)),

  create: ({ body }) => suppliers.createSupplier(body),

  update: ({ params, body }) => suppliers.changeSupplier(params.id, body),

  remove: ({ params }) => suppliers.softDeleteSupplier(params.id),
})
