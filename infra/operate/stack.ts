import {
  CloudFormationClient,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation'
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { mainShop, serveOnly } from '../../shared/current-shop.ts'
import { parameterNames } from '../../shared/platform/deployment/secret-fields.ts'
import { secretVariable } from '../../shared/platform/deployment/secrets.ts'
import { Refusal } from './command-line.ts'

/** A stack as CloudFormation describes it. */
export type StackState = NonNullable<Awaited<ReturnType<typeof findStack>>>

/**
 * Finds the stack of this name in the account and region of the environment, if there is one.
 */
export async function findStack(name: string) {
  const client = new CloudFormationClient({})
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }))
    const [stack] = Stacks ?? []
    if (!stack) return undefined
    const outputs = (stack.Outputs ?? []).map(
      ({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue] as const,
    )
    /** Such as UPDATE_COMPLETE. */
    const status: string = stack.StackStatus ?? ''
    return { id: stack.StackId ?? '', status, outputs: new Map(outputs) }
  } catch (error) {
    const { name: kind, message } = error as Error
    if (kind === 'ValidationError' && message.includes('does not exist')) return undefined
    throw error
  }
}

/** The outputs of a shop's stack. Throws `Refusal` when there is no such stack. */
export async function stackOutputs(shop: string): Promise<ReadonlyMap<string, string>> {
  const stack = await findStack(shop)
  if (!stack) {
    throw new Refusal(
      `There is no stack ${shop} in this account and region: check --shop, AWS_PROFILE and ` +
        'AWS_REGION.',
    )
  }
  return stack.outputs
}

/** One output of a shop's stack. Throws `Refusal` when there is none. */
export async function stackOutput(shop: string, name: string): Promise<string> {
  const value = (await stackOutputs(shop)).get(name)
  if (value) return value
  throw new Refusal(
    `The stack ${shop} is of an earlier release, it has no output ${name}: npm run deploy -- --shop ${shop}`,
  )
}

/**
 * Gives this process the environment of a deployed shop: that of the functions that these
 * outputs of its stack name, by default the staff function, and the paths of all its secrets.
 * Table, secrets and sockets are then reached with the caller's own rights. Throws `Refusal`
 * when there is no such stack or output, and AWS errors such as a missing right.
 */
export async function joinCloudShop(
  shop: string,
  functions: readonly string[] = ['StaffFunction'],
): Promise<void> {
  for (const output of functions) {
    const FunctionName = await stackOutput(shop, output)
    const { Environment } = await new LambdaClient({}).send(
      new GetFunctionConfigurationCommand({ FunctionName }),
    )
    Object.assign(process.env, Environment?.Variables)
  }
  const path = await stackOutput(shop, 'SecretsPath')
  for (const name of parameterNames) {
    process.env[secretVariable(name)] = `${path}/${name}`
  }
  serveOnly(mainShop)
}
