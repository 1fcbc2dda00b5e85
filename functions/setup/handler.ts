import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { alternative } from '../../shared/http/reply.ts'
import { commit } from '../../shared/table/commit.ts'
import { confirmBusinessType, findConfig } from '../../shared/table/shop.ts'
import { endpoints } from './endpoints.ts'
import { firstSetup } from './first-setup.ts'

export const handler = lambda(endpoints, {
  state: async () => {
    const config = await findConfig()
    return {
      initialized: config !== undefined,
      needsBusinessType: config?.businessTypeConfirmed === false,
    }
  },

  setUp: async ({ body }) => {
    const config = await findConfig()
    if (config?.businessTypeConfirmed) throw new Failure('setupDone')
    const request = body()
    if (!config) return firstSetup(request)

    const typeConfirmed = alternative('typeConfirmed')
    await commit([confirmBusinessType(request.businessType)], typeConfirmed)
    return typeConfirmed
  },
})
