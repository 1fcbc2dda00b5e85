import { isIP } from 'node:net'
import * as z from 'zod'
import { webOrigin } from '../../shared/deployment/web-origin.ts'

const flag = z.union([z.boolean(), z.stringbool()])
const address = z.url({ protocol: /^https?$/ })
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const certificate = /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/

/** A list, by commas where it is written as one text. */
const listOf = (entry: z.ZodString) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? entries(given) : given),
    z.array(entry),
  )

const origin = z
  .string()
  .refine(
    (text) => webOrigin(text) !== undefined,
    'is an origin such as https://till.shop.example',
  )
const ipAddress = z.string().refine((text) => isIP(text) !== 0, 'is an IP address')

/**
 * What a deployment may choose, given as CDK context: `cdk deploy -c verifyCheckout=true`,
 * or kept in cdk.json. What is left out has the default that shared/settings.ts gives it.
 */
const Fields = z.object({
  /** Names the stack and what it owns; the print queues' names leave it 32 characters. */
  shop: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, 'is up to 32 lower-case letters, digits and hyphens')
    .default('lightning-pos'),
  publicLoginScreen: flag.optional(),
  verifyCheckout: flag.optional(),
  plainHttpTills: flag.optional(),
  trustedProxies: listOf(ipAddress).optional(),
  corsOrigins: listOf(origin).optional(),
  accessTokenSeconds: z.coerce.number().int().min(1).optional(),
  walletTokenSeconds: z.coerce.number().int().min(1).optional(),
  /** The node's address where it is reached without the agent's tunnel. */
  nodeUrl: address.optional(),
  /**
   * The shop's own domain, and the certificate in us-east-1 that CloudFront shows for it.
   * Browsers send the cookies only to the site of the page: a till at till.shop.example
   * needs the API at a name such as pos.shop.example.
   */
  domainName: z
    .string()
    .regex(domain, 'is a name in lower case such as pos.shop.example, without https://')
    .optional(),
  certificateArn: z
    .string()
    .regex(
      certificate,
      'is the ARN of a certificate in us-east-1, where CloudFront looks',
    )
    .optional(),
  /** The API's public address where it is another than that of the front door. */
  publicUrl: address.optional(),
  /** Who hears of alarms. */
  alarmEmail: z.email().optional(),
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

/** The options as the environment variables that shared/settings.ts reads. */
export const environmentOf = (options: Options): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      PUBLIC_LOGIN_SCREEN: options.publicLoginScreen,
      VERIFY_CHECKOUT: options.verifyCheckout,
      PLAIN_HTTP_TILLS: options.plainHttpTills,
      TRUSTED_PROXIES: options.trustedProxies?.join(','),
      CORS_ORIGINS: options.corsOrigins?.join(','),
      ACCESS_TOKEN_SECONDS: options.accessTokenSeconds,
      WALLET_TOKEN_SECONDS: options.walletTokenSeconds,
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

function entries(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
