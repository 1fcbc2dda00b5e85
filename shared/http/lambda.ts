import type { Handlers } from './call.ts'
import type { Endpoint, Group } from './endpoint.ts'
import type { HttpEvent, Route } from './exchange.ts'
import { authorize } from './pipeline/authorize.ts'
import { clientAddress } from './pipeline/client-address.ts'
import { frontDoorOnly } from './pipeline/front-door.ts'
import { idempotency } from './pipeline/idempotency.ts'
import { ownPagesOnly } from './pipeline/own-pages.ts'
import { pipeline } from './pipeline/pipeline.ts'
import { routeTable } from './route-table.ts'

/** The Lambda of a group: binds each declared endpoint to what it does. */
export const lambda = <E extends Record<string, Endpoint>>(
  group: Group<E>,
  handlers: Handlers<NoInfer<E>>,
) => guardedPipeline(routeTable(group, handlers))

/** The pipeline whose guards need tokens and records. */
export const guardedPipeline = (routeOf: (event: HttpEvent) => Route) =>
  pipeline(routeOf, [
    frontDoorOnly(),
    clientAddress(),
    ownPagesOnly(),
    authorize(),
    idempotency(),
  ])
