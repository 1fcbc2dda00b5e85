import type { Acknowledgment } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'

/** What a function gets of a resource: where to find it and what it may do there. */
export type Grant = {
  readonly environment?: Readonly<Record<string, string>>
  readonly statements?: readonly PolicyStatement[]
  /** Why `may` names resources by a pattern, where it does. */
  readonly acknowledged?: readonly Acknowledgment[]
}

/** Leave for these actions on these resources. */
export const allow = (actions: readonly string[], ...resources: string[]) =>
  new PolicyStatement({ actions: [...actions], resources })

/** Explains a pattern of resources in a policy, as the checker prints it. */
export const acknowledgePattern = (arn: string, reason: string): Acknowledgment => ({
  id: `AwsSolutions-IAM5[Resource::${arn}]`,
  reason,
})
