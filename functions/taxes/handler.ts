import * as taxes from '../../shared/catalog/taxes.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { findTimezone } from '../../shared/selling/shop-config/shop-time.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async () => (await taxes.allTaxes()).map(taxes.taxOnWire),

  create: ({ body }) => taxes.createTax(body),

  update: ({ params, body }) => taxes.changeTax(params.id, body, findTimezone),

  remove: ({ params }) => taxes.deleteTax(params.id),
})
