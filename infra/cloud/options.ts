import * as z from 'zod'
import { environmentOf } from '../../shared/deployment/environment.ts'
import {
  optionalSchemas,
  schemasWithDefaults,
} from '../../shared/deployment/option-schemas.ts'
import { functionOptions, stackOptions } from '../../shared/deployment/options.ts'

/**
 * What a deployment may choose, given as CDK context: `cdk deploy -c verifyCheckout=true`,
 * or kept in cdk.json.
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

/** Reads the options by name; an empty one is none. Throws one line per wrong value. */
export function readOptions(context: (name: string) => unknown): Options {
  const given = Object.keys(Fields.shape)
    .map((name) => [name, context(name)] as const)
    .filter(([, value]) => value !== '')
  const { data, error } = Options.safeParse(Object.fromEntries(given))
  if (data) return data
  const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`Wrong deployment options:\n${faults.join('\n')}`)
}

/**
 * The chosen options that every function gets. Two are not among them: publicUrl has a
 * default that only the stack knows, and nodeUrl goes to the functions that call the node.
 */
export const commonEnvironment = (options: Options): Record<string, string> =>
  environmentOf({ ...options, publicUrl: undefined, nodeUrl: undefined })
