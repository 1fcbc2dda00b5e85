import { hkdfSync } from 'node:crypto'

/** The secrets that a deployment in the cloud has as parameters, one for each purpose. */
export const parameterNames = [
  'token-key',
  'pin-key',
  'tunnel-key',
  'delivery-key',
  'webhook-secret',
  'node-password',
] as const
export type ParameterName = (typeof parameterNames)[number]

/** The secrets of a deployment. */
export type SecretName = ParameterName | 'front-door-secret'

/** Secrets that are verified, so that a previous value can be valid beside the current one. */
export type RotatableName = Exclude<SecretName, 'node-password'>

/** The path of a stack's parameters: `/corner` has `/corner/token-key`. */
export const parametersPath = (stack: string): string => `/${stack}`

const camelCase = (name: string) =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Written out, as every request looks them up. */
const names: Readonly<
  Record<SecretName, { readonly field: string; readonly previous: string }>
> = {
  'token-key': { field: 'tokenKey', previous: 'previousTokenKey' },
  'pin-key': { field: 'pinKey', previous: 'previousPinKey' },
  'tunnel-key': { field: 'tunnelKey', previous: 'previousTunnelKey' },
  'delivery-key': { field: 'deliveryKey', previous: 'previousDeliveryKey' },
  'webhook-secret': { field: 'webhookSecret', previous: 'previousWebhookSecret' },
  'node-password': { field: 'nodePassword', previous: 'previousNodePassword' },
  'front-door-secret': { field: 'frontDoorSecret', previous: 'previousFrontDoorSecret' },
}

/** The field of a secret in the JSON: `token-key` is `tokenKey`. */
export const fieldOf = (name: SecretName): string => names[name].field

/** The field of the value that was valid before: `token-key` is `previousTokenKey`. */
export const previousFieldOf = (name: SecretName): string => names[name].previous

const knownFields: readonly string[] = [
  'masterKey',
  'previousMasterKey',
  ...Object.values(names)
    .flatMap(({ field, previous }) => [field, previous])
    .filter((field) => field !== names['node-password'].previous),
  // The simulated node's second password, on one machine.
  'nodeLimitedPassword',
]

/** The JSON of a secret, as far as it can be used. */
export type ParsedSecret = {
  /** Texts by field, with the derived keys. A blank text counts as absent. */
  readonly fields: Readonly<Partial<Record<string, string>>>
  /** Known fields whose value cannot be used. */
  readonly malformed: readonly string[]
  /** Number of fields with unknown names. */
  readonly unknownCount: number
}

/**
 * Parses JSON with all secrets. Version 0.2 wrote `token-key` for `tokenKey` on one machine,
 * and that counts, too. Throws when it is not a JSON object, with a message that quotes nothing
 * of it.
 */
export function parseSecret(text: string): ParsedSecret {
  const { fields, ...faults } = fieldsIn(objectIn(text, 'the secret'), knownFields)
  return {
    fields: { ...derivedKeys(fields.masterKey), ...laterKeys(fields), ...fields },
    ...faults,
  }
}

/**
 * Parses parameters: each is JSON with the fields of one secret. Throws when one is not a
 * JSON object, with a message that quotes nothing of it.
 */
export function parseParameters(
  texts: readonly (readonly [name: ParameterName, text: string])[],
): ParsedSecret {
  const each = texts.map(([name, text]) =>
    fieldsIn(objectIn(text, `the parameter ${name}`), [
      fieldOf(name),
      previousFieldOf(name),
    ]),
  )
  return {
    fields: Object.assign({}, ...each.map(({ fields }) => fields)),
    malformed: each.flatMap(({ malformed }) => malformed),
    unknownCount: each.reduce((total, { unknownCount }) => total + unknownCount, 0),
  }
}

function fieldsIn(object: object, names: readonly string[]): ParsedSecret {
  const given = Object.entries(object)
    // A field's own name wins over the earlier spelling, whichever comes first.
    .sort(([one], [other]) => Number(other.includes('-')) - Number(one.includes('-')))
    .map(([name, value]) => [camelCase(name), value] as const)
  const known = given.filter(([name]) => names.includes(name))
  const present = known.filter(([, value]) => !isBlank(value))
  return {
    fields: Object.fromEntries(
      present.filter(isUsable).map(([name, value]) => [name, String(value)]),
    ),
    malformed: present.filter((field) => !isUsable(field)).map(([name]) => name),
    unknownCount: given.length - known.length,
  }
}

function objectIn(text: string, label: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // The parser's own message quotes the text.
  }
  throw new Error(`${label} is not a JSON object`)
}

const isBlank = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '')

/** Keys that are guessed are worse than none, and nothing else shows that they are short. */
const minMasterKeyLength = 32

const isUsable = ([name, value]: readonly [string, unknown]) =>
  typeof value === 'string' &&
  (!/masterKey$/i.test(name) || value.length >= minMasterKeyLength)

/**
 * The values of a secret that are valid, the current one first; none if it is absent.
 * Throws when the current value is malformed, and when a key is absent: an empty key would
 * sign tokens, and hash PINs, as any attacker can.
 */
export function validValues(
  { fields, malformed }: ParsedSecret,
  name: SecretName,
): readonly string[] {
  const field = fieldOf(name)
  if (malformed.includes(field)) throw new Error(`${field} of the secret is malformed`)
  const current = fields[field]
  if (current === undefined) {
    if (!isDerived(name)) return []
    throw new Error(`the secret has neither ${field} nor a usable masterKey`)
  }
  const previous = fields[previousFieldOf(name)]
  return previous === undefined ? [current] : [current, previous]
}

const derivedNames = ['token-key', 'pin-key'] as const satisfies readonly SecretName[]

const laterNames = ['tunnel-key', 'delivery-key'] as const satisfies readonly SecretName[]

const isDerived = (name: SecretName) =>
  [...derivedNames, ...laterNames].some((derived) => derived === name)

/**
 * On one machine, and in what an earlier release stored in the cloud, keys come from a master
 * key by HKDF-SHA256: 32 bytes in hex, another key for each name. None of them reveals
 * another or the master key.
 */
const derivedKeys = (masterKey: string | undefined): Readonly<Record<string, string>> =>
  masterKey === undefined
    ? {}
    : Object.fromEntries(
        derivedNames.map((name) => [fieldOf(name), derivedKey(masterKey, name)]),
      )

/**
 * The keys of the tunnel and of deliveries stay while tokens and PINs get new ones, and those
 * before stay valid while the JSON has the master key before. Deployments of version 0.2 have
 * no master key: then they come from the PIN key.
 */
function laterKeys(fields: ParsedSecret['fields']): Readonly<Record<string, string>> {
  const current = fields.masterKey ?? fields.pinKey
  const previous = fields.masterKey ? fields.previousMasterKey : fields.previousPinKey
  const keys = laterNames.flatMap((name) => [
    ...(current ? [[fieldOf(name), derivedKey(current, name)] as const] : []),
    ...(previous ? [[previousFieldOf(name), derivedKey(previous, name)] as const] : []),
  ])
  return Object.fromEntries(keys)
}

const derivedKey = (key: string, name: SecretName) =>
  Buffer.from(hkdfSync('sha256', key, 'lightning-pos', name, 32)).toString('hex')
