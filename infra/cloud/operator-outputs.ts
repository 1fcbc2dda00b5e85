import { CfnOutput, type Stack } from 'aws-cdk-lib'
import type { Options as DeclaredOptions } from '../../shared/deployment/option.ts'
import { functionOptions, stackOptions } from '../../shared/deployment/options.ts'
import type { Options } from './options.ts'
import type { SharedResources } from './resources.ts'

/** Adds the outputs that the operator's programs read. */
export function addOperatorOutputs(
  stack: Stack,
  { options, table, uploads, secrets }: SharedResources,
): void {
  const { secretArn, frontDoorSecretArn } = secrets.arns
  new CfnOutput(stack, 'SecretArn', {
    value: secretArn,
    description: 'The secret with the keys of tokens and PINs; enter the webhook secret',
  })
  new CfnOutput(stack, 'FrontDoorSecretArn', {
    value: frontDoorSecretArn,
    description: 'The secret that CloudFront sends to the functions',
  })
  new CfnOutput(stack, 'TableName', {
    value: table.table.tableName,
    description: 'The table with all records',
  })
  new CfnOutput(stack, 'UploadsBucket', {
    value: uploads.bucketName,
    description: 'The bucket with the pictures',
  })
  new CfnOutput(stack, 'Options', {
    value: JSON.stringify(chosenOptions(options)),
    description: 'The options of this deployment; the next one keeps them',
  })
}

/** Options that the deploy command does not keep: it chooses them anew, or they are secret. */
const notKept = new Set(['shop', 'protectTable', 'keepEarlierIndexes', 'setupCode'])

/** The options that differ from their defaults, each as the text that CDK context takes. */
function chosenOptions(options: Options): Record<string, string> {
  const declared: DeclaredOptions = { ...stackOptions, ...functionOptions }
  const chosen = Object.entries(options).filter(
    ([name, value]) =>
      value !== undefined &&
      !notKept.has(name) &&
      String(value) !== String(declared[name]?.default),
  )
  return Object.fromEntries(chosen.map(([name, value]) => [name, String(value)]))
}
