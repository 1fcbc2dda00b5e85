import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { type CurrentShop, furtherShop, inShop, mainShop } from '../../current-shop.ts'
import { abortOnTimeout, awsTimeouts } from './aws-timeouts.ts'

const lambda = new LambdaClient({ requestHandler: awsTimeouts })

/** An event of one function for another, with its shop unless that is main. */
type OfShop<Event> = Event & { readonly shop?: CurrentShop }

/** Runs a worker in the shop whose work invoked it. */
export const inInvokersShop = <Event extends object, T>(
  { shop = mainShop, ...event }: OfShop<Event>,
  work: (event: Event) => T,
): T => inShop(shop, () => work(event as unknown as Event))

/**
 * Invokes a function asynchronously for the current shop: returns when Lambda has queued the
 * event.
 */
export async function invokeAsync(
  functionName: string,
  event: object,
  options = abortOnTimeout(),
): Promise<void> {
  await lambda.send(
    new InvokeCommand({
      FunctionName: functionName,
      InvocationType: 'Event',
      // JSON leaves out the shop where it is the main one
      Payload: JSON.stringify({ ...event, shop: furtherShop() }),
    }),
    options,
  )
}
