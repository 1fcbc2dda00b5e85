import type { Acknowledgment } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'

/** A function's access to a resource: environment variables and IAM permissions. */
export type Grant = {
  readonly environment?: Readonly<Record<string, string>>
  readonly statements?: readonly PolicyStatement[]
  /** Reasons for each resource pattern in `statements`. */
  readonly acknowledged?: readonly Acknowledgment[]
}

/** A policy statement that allows these actions on these resources. */
export const allow = (actions: readonly string[], ...resources: string[]) =>
  new PolicyStatement({ actions: [...actions], resources })

/** Acknowledges cdk-nag's finding about a resource pattern, with the reason. */
export const acknowledgePattern = (arn: string, reason: string): Acknowledgment => ({
  id: `AwsSolutions-IAM5[Resource::${arn}]`,
  reason,
})
