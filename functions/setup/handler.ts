import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import { transactAndRespond } from '../../shared/platform/idempotency/transact-and-respond.ts'
import {
  findConfig,
  updateBusinessType,
} from '../../shared/selling/shop-config/config.ts'
import {
  createShop,
  requireSetupCode,
} from '../../shared/selling/shop-config/first-setup.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  state: async () => {
    const config = await findConfig()
    return {
      initialized: config !== undefined,
      needsBusinessType: config?.businessTypeConfirmed === false,
    }
  },

  setUp: async ({ body, request: { bytes, ip, ownUrls } }) => {
    const config = await findConfig()
    if (config?.businessTypeConfirmed) throw new Failure('setupAlreadyCompleted')
    if (!config) {
      await requireSetupCode(bytes, ip)
      return createShop(body(), ownUrls)
    }
    const request = body()
    const typeConfirmed = alternative('typeConfirmed')
    await transactAndRespond(updateBusinessType(request.businessType), typeConfirmed)
    return typeConfirmed
  },
})
