import { randomBytes } from 'node:crypto'
import {
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import {
  DeleteParametersCommand,
  GetParameterCommand,
  GetParametersCommand,
  ParameterAlreadyExists,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm'
import {
  fieldOf,
  type ParameterName,
  parameterNames,
  parametersPath,
  parseSecret,
  previousFieldOf,
  validValues,
} from '../../shared/platform/deployment/secret-fields.ts'
import { Refusal } from './command-line.ts'
import type { StackState } from './stack.ts'

const namesOf = (path: string) => parameterNames.map((name) => `${path}/${name}`)

/** The JSON of the parameters that there are, by their names. */
export async function findParameters(path: string): Promise<Map<string, string>> {
  const { Parameters = [] } = await new SSMClient({}).send(
    new GetParametersCommand({ Names: namesOf(path), WithDecryption: true }),
  )
  return new Map(Parameters.map(({ Name = '', Value = '' }) => [Name, Value]))
}

export type Stored = Awaited<ReturnType<typeof findParameters>>

/** True if a stack reads its secrets from parameters; else from an entry of Secrets Manager. */
export const readsParameters = (stack: StackState | undefined): boolean =>
  stack?.outputs.has('SecretsPath') ?? false

/**
 * Makes a stack's missing parameters, before its functions read them: with the values of
 * an entry of Secrets Manager, else with new keys. Until a deployment that reads them has
 * succeeded, an existing stack's entry stays the truth, and what it has by then replaces
 * what was stored from it before. May be repeated. Throws `Refusal`.
 */
export async function storeSecrets(
  shop: string,
  stored: Stored,
  { entry, isFirst }: { readonly entry: string | undefined; readonly isFirst: boolean },
): Promise<void> {
  const path = parametersPath(shop)
  const texts = entry === undefined ? newTexts() : await textsOfEntry(entry)
  const wanted = parameterNames.map((name) => [`${path}/${name}`, texts[name]] as const)
  const differing = wanted.filter(
    ([name, text]) => entry !== undefined && (stored.get(name) ?? text) !== text,
  )
  if (isFirst && differing.length > 0) throw new Refusal(storedOtherwise(path))
  const missing = wanted.filter(([name]) => !stored.has(name))
  for (const [name, text] of missing) await put(name, text, false).catch(isThereByNow)
  for (const [name, text] of differing) await put(name, text, true)
  if (entry !== undefined && missing.length + differing.length > 0) {
    console.log(
      `The values of the secret ${entry} are stored as parameters ${path}/...: once this is ` +
        `deployed, no function of ${shop} reads the secret any more.`,
    )
  }
}

/** Throws `Refusal` when a stack that reads parameters lacks some: new keys match no PIN. */
export function requireParameters(shop: string, stored: Stored): void {
  const missing = namesOf(parametersPath(shop)).filter((name) => !stored.has(name))
  if (missing.length === 0) return
  throw new Refusal(
    `${shop} has lost a parameter: ${missing.join(', ')}. A new key would match no PIN and no ` +
      'token: put back what it was, as docs/operate.md#secrets says.',
  )
}

/**
 * After a deployment that reads parameters: schedules the deletion of the entry which an
 * earlier release made in this stack. Until then it can be restored, for a roll back. One that
 * was made elsewhere stays. May be repeated.
 */
export async function retireEntry(SecretId: string, stack: StackState): Promise<void> {
  const client = new SecretsManagerClient({})
  const entry = await client
    .send(new DescribeSecretCommand({ SecretId }))
    .catch((error: Error) => {
      // It was deleted for good
      if (error instanceof ResourceNotFoundException) return undefined
      throw error
    })
  const isOwn = entry?.Tags?.some(
    ({ Key, Value }) => Key === 'aws:cloudformation:stack-id' && Value === stack.id,
  )
  if (!isOwn || entry?.DeletedDate) return
  await client.send(
    new DeleteSecretCommand({ SecretId, RecoveryWindowInDays: retiredDays }),
  )
  console.log(
    `AWS deletes the secret ${SecretId} in ${retiredDays} days. To keep it, for a roll back:\n` +
      `  aws secretsmanager restore-secret --secret-id ${SecretId}`,
  )
}

/** Days for which an entry can be restored; AWS charges nothing for it until then. */
const retiredDays = 30

/**
 * Changes the JSON of a parameter. Systems Manager has no conditional write, but it numbers
 * versions: when another change came in between, that one is put back, and this throws.
 */
export async function changeParameter(
  name: string,
  change: (text: string) => string | Promise<string>,
): Promise<void> {
  const client = new SSMClient({})
  const textOf = async (Name: string) => {
    const { Parameter = {} } = await client.send(
      new GetParameterCommand({ Name, WithDecryption: true }),
    )
    return { text: Parameter.Value ?? '', version: Parameter.Version ?? 0 }
  }
  const read = await textOf(name)
  const written = await put(name, await change(read.text), true)
  if (written === read.version + 1) return
  const other = await textOf(`${name}:${written - 1}`)
  await put(name, other.text, true)
  throw new Error(
    'The secret was changed by another operator at the same time. Try again.',
  )
}

/** Deletes a stack's parameters, for good. May be repeated. */
export async function removeParameters(path: string): Promise<void> {
  await new SSMClient({}).send(new DeleteParametersCommand({ Names: namesOf(path) }))
}

/** Returns the number of the new version. */
async function put(Name: string, Value: string, Overwrite: boolean): Promise<number> {
  const { Version = 0 } = await new SSMClient({}).send(
    new PutParameterCommand({ Name, Value, Overwrite, Type: 'SecureString' }),
  )
  return Version
}

/** Another deployment was first: its value counts. */
function isThereByNow(error: unknown): void {
  if (!(error instanceof ParameterAlreadyExists)) throw error
}

type Texts = Readonly<Record<ParameterName, string>>

const textOf = (name: ParameterName, current = '', previous?: string) =>
  JSON.stringify({ [fieldOf(name)]: current, [previousFieldOf(name)]: previous })

const newTexts = (): Texts => {
  const newKey = () => randomBytes(32).toString('hex')
  return {
    'token-key': textOf('token-key', newKey()),
    'pin-key': textOf('pin-key', newKey()),
    'tunnel-key': textOf('tunnel-key', newKey()),
    'delivery-key': textOf('delivery-key', newKey()),
    // Secrets that people enter
    'webhook-secret': textOf('webhook-secret'),
    'node-password': textOf('node-password'),
  }
}

/** The values that are valid today: derived ones as they are, so that none is derived later. */
async function textsOfEntry(SecretId: string): Promise<Texts> {
  try {
    const { SecretString = '' } = await new SecretsManagerClient({}).send(
      new GetSecretValueCommand({ SecretId }),
    )
    const parsed = parseSecret(SecretString)
    const texts = parameterNames.map((name) => [
      name,
      textOf(name, ...validValues(parsed, name)),
    ])
    return Object.fromEntries(texts)
  } catch (error) {
    throw new Refusal(`${SecretId} cannot be taken over: ${(error as Error).message}`)
  }
}

const storedOtherwise = (path: string) =>
  `There are parameters ${path}/... with other values than the secret has. To start on them, ` +
  'leave out secretArn. To start on the secret, first delete them:\n' +
  `  aws ssm delete-parameters --names ${namesOf(path).join(' ')}`
