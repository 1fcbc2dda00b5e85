import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { businessDefaults } from '../../shared/shop/business.ts'
import * as shop from '../../shared/shop/config.ts'
import { pictureToStore } from '../../shared/uploads/picture-url.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  show: async () => {
    const config = await shop.findConfig()
    if (!config) throw new Failure('notFound')
    return { ...businessDefaults, ...config }
  },

  change: ({ body, request: { ownUrls } }) =>
    shop.changeConfig({
      ...body,
      businessLogoUrl: pictureToStore(body.businessLogoUrl, ownUrls),
    }),
})
