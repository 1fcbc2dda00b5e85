import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { abortOnTimeout, awsTimeouts } from './aws-timeouts.ts'

const lambda = new LambdaClient({ requestHandler: awsTimeouts })

/** Invokes a function asynchronously: returns when Lambda has queued the event. */
export async function invokeAsync(
  functionName: string,
  event: unknown,
  options = abortOnTimeout(),
): Promise<void> {
  await lambda.send(
    new InvokeCommand({
      FunctionName: functionName,
      InvocationType: 'Event',
      Payload: JSON.stringify(event),
    }),
    options,
  )
}
