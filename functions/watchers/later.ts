import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { awsTimeouts, withTimeout } from '../../shared/deployment/aws-timeouts.ts'

/**
 * This function's own events: greet a connection that has just been admitted, or send one
 * what was recorded since a moment (Unix ms).
 */
export type Later =
  | { readonly welcome: string }
  | { readonly replay: string; readonly sinceMs: number }

const lambda = new LambdaClient({ requestHandler: awsTimeouts })

/**
 * Has this function do something in an invocation of its own: API Gateway refuses posts
 * until $connect has returned, and waits 29 s at most for the answer to a message.
 */
export async function later(event: Later): Promise<void> {
  await lambda.send(
    new InvokeCommand({
      FunctionName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'watchers',
      InvocationType: 'Event',
      Payload: JSON.stringify(event),
    }),
    withTimeout(),
  )
}
