import type { Handlers } from './call.ts'
import type { Endpoint, Group } from './endpoint.ts'
import { pipeline } from './pipeline/pipeline.ts'
import { routeTable } from './route-table.ts'

/** An endpoint that anybody may read. */
type PublicRead = Endpoint & { readonly method: 'GET'; readonly access: 'public' }

/** The Lambda of a group without guards: it loads neither tokens nor the table. */
export const publicLambda = <E extends Record<string, PublicRead>>(
  group: Group<E>,
  handlers: Handlers<NoInfer<E>>,
) => pipeline(routeTable(group, handlers), [])
