import * as z from 'zod'
import { environmentOf } from '../../shared/deployment/environment.ts'
import {
  isDomainOf,
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
type Fields = z.output<typeof Fields>
export type Options = z.output<typeof Options>

const Options = Fields.superRefine((options, context) => {
  const { domainName, certificateArn, extraHosts = [], cookieDomain } = options
  const refuse = (name: keyof Options, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if ((domainName === undefined) !== (certificateArn === undefined)) {
    refuse(
      domainName === undefined ? 'domainName' : 'certificateArn',
      'is missing: domainName and certificateArn go together',
    )
  }
  if (extraHosts.length > 0 && domainName === undefined) {
    refuse('extraHosts', 'need domainName and a certificate that covers them all')
  }
  const hosts = clientHosts(options)
  if (
    cookieDomain !== undefined &&
    (hosts.length === 0 || !hosts.every((host) => isDomainOf(cookieDomain, host)))
  ) {
    refuse('cookieDomain', 'must be the domain of every host of the API')
  }
})

/** The host names of the front door, but for the one that CloudFront assigns. */
export const ownHosts = ({ domainName, extraHosts = [] }: Fields): string[] =>
  domainName === undefined ? [] : [...new Set([domainName, ...extraHosts])]

/** The host names that clients use. */
const clientHosts = (options: Fields): string[] => [
  ...ownHosts(options),
  ...(options.publicUrl === undefined ? [] : [new URL(options.publicUrl).hostname]),
]

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
 * The public URL as far as it is known before the front door is made; undefined when it is
 * the one that CloudFront assigns.
 */
export const knownPublicUrl = ({ publicUrl, domainName }: Options): string | undefined =>
  publicUrl ?? (domainName && `https://${domainName}`)

/**
 * The options that every function gets in its environment, but for nodeUrl, which is for
 * the functions that call the node. Nothing here refers to the front door, which refers to
 * the functions.
 */
export const commonEnvironment = (options: Options): Record<string, string> => {
  const hosts = ownHosts(options).join(',')
  return {
    ...environmentOf({
      ...options,
      publicUrl: knownPublicUrl(options),
      nodeUrl: undefined,
    }),
    ...(hosts && { OWN_HOSTS: hosts }),
  }
}
