import { required } from '../../shared/failure.ts'
import { privilegesOf } from '../../shared/people/staff/live-user.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import { clockOf } from '../../shared/platform/time/zone.ts'
import { pictureToStore } from '../../shared/platform/uploads/picture-url.ts'
import * as shop from '../../shared/selling/shop-config/config.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  show: async ({ caller }) => {
    if (!caller) return alternative('public', required(await shop.findConfig()))
    const business = await shop.readBusiness()
    return { ...business, clock: clockOf(business.timezone, Date.now()) }
  },

  change: ({ body, caller, request: { ownUrls } }) =>
    shop.changeConfig(
      { ...body, businessLogoUrl: pictureToStore(body.businessLogoUrl, ownUrls) },
      privilegesOf(caller),
    ),
})
