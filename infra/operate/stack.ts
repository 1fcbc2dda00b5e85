import {
  CloudFormationClient,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation'

/**
 * The outputs of a shop's stack by their names, in the region and account of the caller's
 * AWS settings. Throws CloudFormation's error if there is no such stack.
 */
export async function stackOutputs(
  shop: string,
): Promise<Readonly<Record<string, string>>> {
  const { Stacks: [stack] = [] } = await new CloudFormationClient({}).send(
    new DescribeStacksCommand({ StackName: shop }),
  )
  return Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
      OutputKey,
      OutputValue,
    ]),
  )
}
