import type { SecretName } from '../../shared/deployment/secrets.ts'
import type { Resource } from '../../shared/http/endpoint.ts'
import type { WorkerName } from '../../shared/http/worker.ts'
import type { Grant } from './grant.ts'
import type { Options } from './options.ts'
import type { PrintQueues } from './print-queues.ts'
import type { ShopSecrets } from './secrets.ts'
import type { SocketGateway } from './socket-gateway.ts'
import type { ShopTable } from './table.ts'
import type { Uploads } from './uploads.ts'

/** What the functions share. */
export type SharedResources = {
  readonly options: Options
  readonly table: ShopTable
  readonly secrets: ShopSecrets
  readonly printQueues: PrintQueues
  readonly uploads: Uploads
  readonly watchers: SocketGateway
  readonly tunnel: SocketGateway
  /** Handing events to a worker. */
  readonly invokeWorker: (worker: WorkerName) => Grant
}

/** The secrets of a deployment: the node's password only where the node is called directly. */
export const secretNames = ({ nodeUrl }: Options): SecretName[] => [
  'token-key',
  'pin-key',
  'webhook-secret',
  'front-door-secret',
  ...(nodeUrl === undefined ? [] : (['node-password'] as const)),
]

/** What a function that declares a resource gets of it. */
export function grantsOf(resource: Resource, on: SharedResources): readonly Grant[] {
  switch (resource) {
    case 'table':
      return [on.table.grantReadWrite()]
    case 'table:read':
      return [on.table.grantRead()]
    case 'token-key':
    case 'pin-key':
    case 'webhook-secret':
      return [on.secrets.grant(resource)]
    case 'node':
      return nodeAccess(on)
    case 'watchers:post':
      return [on.watchers.grant('POST')]
    case 'watchers:close':
      return [on.watchers.grant('DELETE')]
    case 'tunnels:close':
      return [on.tunnel.grant('DELETE')]
    case 'print-queues':
      return [on.printQueues.grantSend()]
    case 'uploads':
      return [on.uploads.grant()]
    case 'agent-queues':
      return [
        on.printQueues.grantManage(),
        { environment: { TUNNEL_URL: on.tunnel.url } },
      ]
    case 'replays':
    case 'fan-out':
      return [on.invokeWorker(resource)]
  }
}

const nodeAccess = ({
  options: { nodeUrl },
  secrets,
  tunnel,
}: SharedResources): Grant[] =>
  nodeUrl === undefined
    ? [tunnel.grant('POST')]
    : [{ environment: { NODE_URL: nodeUrl } }, secrets.grant('node-password')]
