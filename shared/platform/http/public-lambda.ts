import type { Handlers } from './call.ts'
import type { Endpoint, Group } from './endpoint.ts'
import type { Step } from './exchange.ts'
import { pipeline } from './pipeline/pipeline.ts'
import { routeTable } from './route-table.ts'

/** An endpoint that anybody may read. */
type PublicRead = Endpoint & { readonly method: 'GET'; readonly access: 'public' }

/** Loads the client of the secret at the first request, which keeps the cold start short. */
const frontDoorOnly = (): Step => ({
  before: async ({ event }) => {
    const { refuseBypass } = await import('./pipeline/front-door.ts')
    await refuseBypass(event)
  },
})

/** The Lambda of a group without a caller: it loads neither tokens nor the table. */
export const publicLambda = <E extends Record<string, PublicRead>>(
  group: Group<E>,
  handlers: Handlers<NoInfer<E>>,
) => pipeline(routeTable(group, handlers), [frontDoorOnly()])
