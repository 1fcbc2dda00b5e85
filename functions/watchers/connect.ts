import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { readCookies } from '../../shared/auth/cookies.ts'
import { verifyAccess } from '../../shared/auth/tokens.ts'
import { awsTimeouts, inTime } from '../../shared/aws-timeouts.ts'
import { Failure } from '../../shared/failure.ts'
import {
  accepted,
  headersOf,
  type SocketEvent,
  type SocketResult,
  unauthorized,
} from '../../shared/sockets/event.ts'
import { addWatcher } from '../../shared/table/watchers.ts'
import type { Welcome } from './welcome.ts'

const lambda = new LambdaClient({ requestHandler: awsTimeouts })

/** Admits a socket by the accessToken of its upgrade request, while its session lives. */
export async function connect(event: SocketEvent): Promise<SocketResult> {
  const cookies = readCookies(headersOf(event, 'cookie'))
  const caller = await verifyAccess(cookies.get('accessToken'))
  if (!caller) return unauthorized
  const { connectionId } = event.requestContext
  try {
    await addWatcher(connectionId, caller, Date.now())
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthenticated') return unauthorized
    throw error
  }
  await welcomeLater({ welcome: connectionId })
  return accepted
}

/**
 * Has this function send the first frames in an invocation of its own: API Gateway
 * refuses posts until $connect has returned. They are best effort, so a socket is not
 * refused for want of them.
 */
async function welcomeLater(event: Welcome): Promise<void> {
  try {
    await lambda.send(
      new InvokeCommand({
        FunctionName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'watchers',
        InvocationType: 'Event',
        Payload: JSON.stringify(event),
      }),
      inTime(),
    )
  } catch (error) {
    const line = { level: 'error', event: 'welcome-not-invoked', error: String(error) }
    console.log(JSON.stringify(line))
  }
}
