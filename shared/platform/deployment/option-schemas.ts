import { isIP } from 'node:net'
import * as z from 'zod'
import { shopId } from '../../current-shop.ts'
import { listEntries } from './list-entries.ts'
import { webOrigin } from './web-origin.ts'

const wholeNumber = (from: number, error: string, to = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error })

const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** A list, or a text of comma-separated entries. */
const listOf = (isValid: (entry: string) => boolean, error: string) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? listEntries(given) : given),
    z
      .array(z.string({ error }), { error })
      .readonly()
      .superRefine((entries, context) => {
        const wrong = entries.filter((entry) => !isValid(entry))
        if (wrong.length === 0) return
        context.addIssue({ code: 'custom', message: `${error}; not ${wrong.join(', ')}` })
      }),
  )

/** The schema of each type of option, which may be given as a text or as a JSON value. */
const schemas = {
  flag: z.union([z.boolean(), z.stringbool()], { error: 'must be true or false' }),
  /** A duration. */
  seconds: wholeNumber(1, 'must be a whole number of seconds, 1 or more'),
  /** A duration; 0 switches off. */
  minutes: wholeNumber(0, 'must be a whole number of minutes, or 0 for never'),
  count: wholeNumber(1, 'must be a whole number, 1 or more'),
  port: wholeNumber(0, 'must be a port, 0 to 65535', 65_535),
  text: z.string(),
  tableEngine: z.enum(['dynoxide', 'dynamodb-local'], {
    error: 'must be dynoxide or dynamodb-local',
  }),
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  origins: listOf(
    (entry) => webOrigin(entry) !== undefined,
    'must be origins such as https://till.example, by comma',
  ),
  rateSources: listOf(
    (entry) => /^(coinbase|kraken|coingecko)$/.test(entry),
    'must be coinbase, kraken or coingecko, by comma',
  ),
  ipAddresses: listOf((entry) => isIP(entry) !== 0, 'must be IP addresses, by comma'),
  shopIds: listOf(
    (entry) => shopId.test(entry),
    'must be names such as corner, by comma, up to 24 lower-case letters, digits and hyphens',
  ),
  // A queue's name has at most 80 characters; a print queue adds 48 to the stack's name.
  // The credentials of corner's agents are for queues that begin with corner-agent-.
  stackName: z.string().regex(/^(?!.*-agent(-|$))[a-z][a-z0-9-]{0,31}$/, {
    error:
      'must be up to 32 lower-case letters, digits and hyphens, a letter first, without -agent',
  }),
  domainName: z.string().regex(domainName, {
    error: 'must be a name in lower case such as pos.shop.example, without https://',
  }),
  domainNames: listOf(
    (entry) => domainName.test(entry),
    'must be names in lower case such as till.shop.example, by comma',
  ),
  certificateArn: z.string().regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, {
    error: 'must be the ARN of a certificate in us-east-1, where CloudFront looks',
  }),
  streamArn: z
    .string()
    .regex(/^arn:aws:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/.+$/, {
      error: "must be the ARN of a table's stream",
    }),
  code: z.string().trim().min(8, { error: 'must have 8 characters or more' }),
  email: z.email({ error: 'must be an e-mail address' }),
  openingHours: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
      error: 'must be two times such as 07:00-23:00',
    }),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'must be a time zone such as Europe/Berlin' })
    .transform(inItsOwnCase),
  tableName: z
    .string()
    .regex(/^[\w.-]{3,255}$/, { error: "must be a table's name, not its ARN" }),
  bucketName: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
    error: "must be a bucket's name, not its ARN",
  }),
  secretArn: z
    .string()
    .regex(/^arn:aws[\w-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/, {
      error: 'must be the complete ARN of a secret, with the six characters at its end',
    }),
  label: z.string().regex(/^[\w.:-]{1,64}$/, {
    error: 'must be up to 64 letters, digits, dots, colons and hyphens',
  }),
} as const

type OptionType = keyof typeof schemas

/** The value of each type of option. */
export type OptionValues = {
  readonly [Type in OptionType]: z.output<(typeof schemas)[Type]>
}

export type Option<Type extends OptionType = OptionType> = {
  readonly [T in Type]: {
    readonly type: T
    /** Default; an option without one may be absent. */
    readonly default?: OptionValues[T]
    /** Note in the docs on a default that is found at deployment or start. */
    readonly defaultNote?: string
    /** A sentence for the docs, without a capital or a full stop. */
    readonly description: string
    /** True if a further shop may have another value. */
    readonly ofShop?: true
  }
}[Type]

/** Options by their names in CDK context. */
export type Options = Readonly<Record<string, Option>>

/** The name as the time zone database writes it: JavaScript also takes europe/berlin. */
function inItsOwnCase(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
}

/** EventBridge Scheduler has names of places, and no offsets such as +01:00. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Z]/i.test(name)
  } catch {
    return false
  }
}

type SchemaOf<O extends Option> = (typeof schemas)[O['type']]

/** Schemas of options that may be left out. The functions apply the defaults. */
export const optionalSchemas = <Declared extends Options>(declared: Declared) =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { type }]) => [name, schemas[type].optional()]),
  ) as { [Name in keyof Declared]: z.ZodOptional<SchemaOf<Declared[Name]>> }

/** Schemas of options that apply the declared defaults. */
export const schemasWithDefaults = <Declared extends Options>(declared: Declared) =>
  Object.fromEntries(
    Object.entries(declared).map(([name, option]) => [
      name,
      option.default === undefined
        ? schemas[option.type].optional()
        : (schemas[option.type] as z.ZodType).default(option.default),
    ]),
  ) as {
    [Name in keyof Declared]: Declared[Name] extends { readonly default: unknown }
      ? z.ZodDefault<SchemaOf<Declared[Name]>>
      : z.ZodOptional<SchemaOf<Declared[Name]>>
  }

/** True if a cookie's domain is a host's own name or a parent of it. */
export const isDomainOf = (domain: string, host: string): boolean =>
  host === domain || host.endsWith(`.${domain}`)
