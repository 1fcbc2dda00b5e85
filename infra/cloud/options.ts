import * as z from 'zod'
import { environmentOf } from '../../shared/platform/deployment/environment.ts'
import {
  isDomainOf,
  optionalSchemas,
  schemasWithDefaults,
} from '../../shared/platform/deployment/option-schemas.ts'
import {
  functionOptions,
  stackOptions,
} from '../../shared/platform/deployment/options.ts'

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
  .refine(({ domainName, extraHosts = [] }) => domainName || extraHosts.length === 0, {
    path: ['extraHosts'],
    error: 'need domainName and a certificate that covers them all',
  })
  .refine(({ shopDomain, certificateArn }) => !shopDomain || certificateArn, {
    path: ['shopDomain'],
    error: 'needs domainName and a certificateArn that covers its hosts, too',
  })
  .refine(
    ({ shopDomain, cookieDomain }) =>
      !shopDomain || !cookieDomain || !isDomainOf(cookieDomain, shopDomain),
    { path: ['cookieDomain'], error: 'must not be one that further shops are under' },
  )
  .refine((options) => !options.cookieDomain || sharesCookies(options), {
    path: ['cookieDomain'],
    error: 'must be the domain of every host of the API',
  })

/** The host names of the front door, but for the one that CloudFront assigns. */
export const ownHosts = ({ domainName, extraHosts = [] }: Fields): string[] =>
  domainName === undefined ? [] : [...new Set([domainName, ...extraHosts])]

/** True if every host name that clients use belongs to the cookies' domain. */
function sharesCookies(options: Fields): boolean {
  const { publicUrl, cookieDomain = '' } = options
  const hosts = [
    ...ownHosts(options),
    ...(publicUrl ? [new URL(publicUrl).hostname] : []),
  ]
  return hosts.length > 0 && hosts.every((host) => isDomainOf(cookieDomain, host))
}

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
 * the functions that call the node, and setupCode, which is for those that a stranger meets
 * before the setup. The public URL is there only if it does not depend on the host name that
 * CloudFront assigns: the front door refers to the functions, so they cannot refer to it.
 */
export function commonEnvironment(options: Options): Record<string, string> {
  const hosts = ownHosts(options)
  const ownUrl = options.domainName && `https://${options.domainName}`
  return {
    ...environmentOf({
      ...options,
      publicUrl: options.publicUrl ?? ownUrl,
      nodeUrl: undefined,
      setupCode: undefined,
    }),
    ...(hosts.length > 0 && { OWN_HOSTS: hosts.join(',') }),
  }
}
