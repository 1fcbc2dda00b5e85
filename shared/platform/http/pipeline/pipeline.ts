import middy from '@middy/core'
import securityHeaders from '@middy/http-security-headers'
import type { Context } from 'aws-lambda'
import { inDeployment, inShop } from '../../../current-shop.ts'
import { withRequestId } from '../../../logger.ts'
import { type Actor, actingAs } from '../../../people/audit/actor.ts'
import { committedWith } from '../../dynamodb/committed-with.ts'
import {
  type Exchange,
  exchangeOf,
  type HttpEvent,
  type HttpResult,
  type Route,
  type Step,
} from '../exchange.ts'
import { cors } from './cors.ts'
import { log } from './log.ts'
import { page } from './paging.ts'
import { readRequest } from './read-request.ts'
import { receive } from './receive.ts'
import { renderResponse } from './render.ts'
import { respond } from './respond.ts'
import { openShopOnly, visitedShop } from './shop.ts'

/**
 * The steps of every request: downwards before the handler, upwards after it or on an
 * error. `guards` decide whether the handler runs.
 */
export function pipeline(
  routeOf: (event: HttpEvent) => Route,
  guards: readonly Step[],
): (event: HttpEvent, context: Context) => Promise<HttpResult> {
  const run = middy<HttpEvent, HttpResult | undefined>()
    .use(log())
    .use(cors())
    .use(contentPolicy())
    .use(
      securityHeaders({
        // Pictures under /uploads are shown by pages of other origins.
        crossOriginResourcePolicy: { policy: 'cross-origin' },
        // The kitchen's screen stays lit.
        permissionsPolicy: { 'screen-wake-lock': 'self' },
      }),
    )
    .use(respond())
    .use(receive(routeOf))
    .use(openShopOnly())
    .use([...guards])
    .use(renderResponse())
    .use(page())
    .use(readRequest())
    .handler(handle)
  return async (event, context) => {
    const { requestId } = event.requestContext
    const result = await withRequestId(requestId, async () => {
      const visited = await visitedShop(event)
      const serve = () => run({ ...event, refused: visited.refused }, context)
      return visited.shop ? inShop(visited.shop, serve) : inDeployment(serve)
    })
    if (!result) throw new Error('no result: the pipeline has not responded')
    return result
  }
}

/** Gives a page its own policies, instead of those that allow nothing. */
const contentPolicy = (): Step => ({
  after: ({ event, response }) => {
    const { contentPolicy: policy, deviceFeatures = [] } = event.exchange?.response ?? {}
    if (!policy || !response) return
    const permissions = deviceFeatures.reduce(
      (text, feature) => text.replace(`${feature}=()`, `${feature}=(self)`),
      String(response.headers?.['Permissions-Policy']),
    )
    response.headers = {
      ...response.headers,
      'Content-Security-Policy': policy,
      'Permissions-Policy': permissions,
    }
  },
})

/** Runs the endpoint's handler, unless a response is replayed. */
async function handle(event: HttpEvent): Promise<undefined> {
  const exchange = exchangeOf(event)
  if (exchange.response) return
  const { call } = exchange
  if (!call) throw new Error('no call: the request was not read')
  const use = userOf(exchange)?.approval?.use
  const work = () => exchange.handle(call)
  exchange.value = await actingAs(actorOf(exchange), () =>
    use ? committedWith(use, work) : work(),
  )
}

const userOf = ({ caller }: Exchange) =>
  caller && !('secretHash' in caller) ? caller : undefined

function actorOf(exchange: Exchange): Actor {
  const { call } = exchange
  const { userId = null, apiKeyId, approval } = userOf(exchange) ?? {}
  const body = (call?.body ?? {}) as { userId?: unknown; order?: { userId?: unknown } }
  const stated = body.userId ?? body.order?.userId
  const statedUserId =
    typeof stated === 'string' && stated !== (apiKeyId ?? userId) ? stated : null
  return {
    userId,
    apiKeyId,
    statedUserId,
    approvedBy: approval?.approverId,
    till: exchange.till,
  }
}
