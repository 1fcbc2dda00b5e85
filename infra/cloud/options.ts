import * as z from 'zod'
import { environmentOf } from '../../shared/deployment/environment.ts'
import {
  optionalSchemas,
  schemasWithDefaults,
} from '../../shared/deployment/option-schemas.ts'
import { functionOptions, stackOptions } from '../../shared/deployment/options.ts'

/**
 * The options of a deployment, from CDK context: `cdk deploy -c verifyCheckout=true`,
 * or in cdk.json.
 */
const Fields = z.object({
  ...schemasWithDefaults(stackOptions),
  ...optionalSchemas(functionOptions),
})
export type Options = z.output<typeof Options>

const Options = Fields.superRefine(({ domainName, certificateArn }, context) => {
  if ((domainName === undefined) === (certificateArn === undefined)) return
  context.addIssue({
    code: 'custom',
    path: [domainName === undefined ? 'domainName' : 'certificateArn'],
    message: 'is missing: domainName and certificateArn go together',
  })
})

/** Reads the options; an empty one counts as unset. Throws one line per invalid value. */
export function readOptions(context: (name: string) => unknown): Options {
  const given = Object.keys(Fields.shape)
    .map((name) => [name, context(name)] as const)
    .filter(([, value]) => value !== '')
  const { data, error } = Options.safeParse(Object.fromEntries(given))
  if (data) return data
  const issues = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`Wrong deployment options:\n${issues.join('\n')}`)
}

/**
 * The options that every function gets in its environment, but for three: publicUrl has a
 * default that only the stack knows, nodeUrl is for the functions that call the node, and
 * setupCode for those that a stranger meets before the setup.
 */
export const commonEnvironment = (options: Options): Record<string, string> =>
  environmentOf({
    ...options,
    publicUrl: undefined,
    nodeUrl: undefined,
    setupCode: undefined,
  })
