import { once } from 'node:events'
import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi'
import type { WebSocket } from 'ws'
import { type Event, tinyGateway } from './tiny-gateway.ts'

const watchers = { paths: ['/ws/payments'], stage: 'live', functionName: 'watchers' }

/** A gateway with one WebSocket API, and a client of its management API. */
export const socketGateway = async (
  answer: (event: Event) => unknown = () => ({ statusCode: 200 }),
  limits = {},
) => {
  const gateway = await tinyGateway({
    sockets: [watchers],
    functions: { watchers: answer, fallback: () => ({ statusCode: 404 }) },
    limits,
  })
  const management = new ApiGatewayManagementApiClient({
    endpoint: gateway.managementUrl('/ws/payments'),
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  })
  const address = `${gateway.url.replace('http', 'ws')}/ws/payments`
  return {
    ...gateway,
    address,
    management,
    eventsOf: (type: string) =>
      gateway.events.filter((event) => event.requestContext.eventType === type),
  }
}

/** Waits until a socket is open. */
export const opened = async (socket: WebSocket) => {
  await once(socket, 'open')
  return socket
}
