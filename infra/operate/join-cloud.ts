import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { stackOutputs } from './stack.ts'

/**
 * Sets this process's environment to a deployed shop: that of the function which manages
 * its staff. Table, secrets and sockets are then reached with the caller's own rights.
 * Throws an AWS error without a stack or a right.
 */
export async function joinCloudShop(shop: string): Promise<void> {
  const FunctionName = (await stackOutputs(shop)).get('StaffFunction')
  if (!FunctionName) throw new Error(`the stack ${shop} has no output StaffFunction`)
  const { Environment } = await new LambdaClient({}).send(
    new GetFunctionConfigurationCommand({ FunctionName }),
  )
  Object.assign(process.env, Environment?.Variables)
}
