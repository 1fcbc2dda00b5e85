import { isIP } from 'node:net'
import * as z from 'zod'
import { listEntries } from './environment.ts'
import type { Option, Options, OptionType } from './options.ts'
import { webOrigin } from './web-origin.ts'

const aPort = 'must be a port, 0 to 65535'
const aDuration = 'must be a whole number of seconds, 1 or more'
const aCount = 'must be a whole number, 1 or more'

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

/** The schema of each type of option, which may be a text or a JSON value. */
const schemas = {
  flag: z.union([z.boolean(), z.stringbool()], { error: 'must be true or false' }),
  seconds: z.coerce
    .number({ error: aDuration })
    .int({ error: aDuration })
    .min(1, { error: aDuration }),
  count: z.coerce
    .number({ error: aCount })
    .int({ error: aCount })
    .min(1, { error: aCount }),
  port: z.coerce
    .number({ error: aPort })
    .int({ error: aPort })
    .min(0, { error: aPort })
    .max(65_535, { error: aPort }),
  text: z.string(),
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  origins: listOf(
    (entry) => webOrigin(entry) !== undefined,
    'must be origins such as https://till.example, by comma',
  ),
  ipAddresses: listOf((entry) => isIP(entry) !== 0, 'must be IP addresses, by comma'),
  // A queue's name has at most 80 characters; a print queue adds 48 to the stack's name.
  stackName: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, {
    error: 'must be up to 32 lower-case letters, digits and hyphens, a letter first',
  }),
  domainName: z.string().regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, {
    error: 'must be a name in lower case such as pos.shop.example, without https://',
  }),
  certificateArn: z.string().regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, {
    error: 'must be the ARN of a certificate in us-east-1, where CloudFront looks',
  }),
  code: z.string().trim().min(8, { error: 'must have 8 characters or more' }),
  email: z.email({ error: 'must be an e-mail address' }),
} as const satisfies Readonly<Record<OptionType, z.ZodType>>

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
