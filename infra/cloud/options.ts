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

/** Options that need another one. */
const needs = [
  ['domainName', 'certificateArn'],
  ['certificateArn', 'domainName'],
  ['openingHours', 'timeZone'],
] as const

const Options = Fields.superRefine((given, context) => {
  for (const [name, other] of needs) {
    if (given[name] === undefined || given[other] !== undefined) continue
    const message = `is missing: ${name} needs it`
    context.addIssue({ code: 'custom', path: [other], message })
  }
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
 * The options that every function gets in its environment: all but nodeUrl, which is for
 * the functions that call the node.
 */
export const commonEnvironment = (options: Options): Record<string, string> =>
  environmentOf({ ...options, nodeUrl: undefined })
