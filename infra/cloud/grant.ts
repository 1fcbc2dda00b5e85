import { PolicyStatement } from 'aws-cdk-lib/aws-iam'

/** What a function gets of a resource: where to find it and what it may do there. */
export type Grant = {
  readonly environment?: Readonly<Record<string, string>>
  readonly may?: readonly PolicyStatement[]
}

/** Leave for these actions on these resources. */
export const may = (actions: readonly string[], ...resources: string[]) =>
  new PolicyStatement({ actions: [...actions], resources })
