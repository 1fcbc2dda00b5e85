import { required } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { alternative } from '../../shared/http/reply.ts'
import * as shop from '../../shared/shop/config.ts'
import { privilegesOf } from '../../shared/staff/live-user.ts'
import { clockOf } from '../../shared/time/zone.ts'
import { pictureToStore } from '../../shared/uploads/picture-url.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  show: async ({ caller }) => {
    const config = required(await shop.findConfig())
    if (!caller) return alternative('public', config)
    const business = shop.withDefaults(config)
    return { ...business, clock: clockOf(business.timezone, Date.now()) }
  },

  change: ({ body, caller, request: { ownUrls } }) =>
    shop.changeConfig(
      { ...body, businessLogoUrl: pictureToStore(body.businessLogoUrl, ownUrls) },
      privilegesOf(caller),
    ),
})
