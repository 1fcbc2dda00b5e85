import { randomBytes, randomUUID } from 'node:crypto'
import {
  GetSecretValueCommand,
  InvalidParameterException,
  InvalidRequestException,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import { inShop, mainShop } from '../../shared/current-shop.ts'
import {
  parseSecret,
  type RotatableName,
} from '../../shared/platform/deployment/secret-fields.ts'
import { shopValues } from '../../shared/platform/deployment/shop-secrets.ts'
import { allShops, currentOf } from '../../shared/platform/shops/shop-records.ts'
import { findAccount } from './account.ts'
import { parseCommandLine, Refusal, runProgram, WrongUsage } from './command-line.ts'
import { findLockedOut, requireNobodyLockedOut } from './locked-out.ts'
import { changeParameter } from './parameters.ts'
import { finishRotation, startRotation } from './rotation.ts'
import { joinCloudShop, stackOutput, stackOutputs } from './stack.ts'

const usage = `Usage: npm run rotate -- --shop <name> front-door|tokens|pins|tunnel|deliveries|webhook [--finish]

With --lock-out, --finish of pins goes on though users need a new PIN afterwards.`

/** Secrets by their names on the command line. */
const targets: ReadonlyMap<string, RotatableName> = new Map([
  ['front-door', 'front-door-secret'],
  ['tokens', 'token-key'],
  ['pins', 'pin-key'],
  ['tunnel', 'tunnel-key'],
  ['deliveries', 'delivery-key'],
  ['webhook', 'webhook-secret'],
])

/**
 * `npm run rotate`: starts or finishes the rotation of a deployment's secret. Returns what to
 * do next, which holds no secret. Throws an Error whose message is for the operator.
 */
export async function rotate(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseCommandLine(
    args,
    {
      shop: { type: 'string' },
      finish: { type: 'boolean', default: false },
      'lock-out': { type: 'boolean', default: false },
    },
    true,
  )
  const [target = '', ...others] = positionals
  const name = targets.get(target)
  const { shop, finish, 'lock-out': lockOut } = values
  if (!shop || !name || others.length > 0) throw new WrongUsage(usage)
  const start = (json: string) =>
    startRotation(json, name, randomBytes(32).toString('hex'))
  let changed: string
  if (name === 'front-door-secret') {
    const arn = await stackOutput(shop, 'FrontDoorSecretArn')
    const client = new SecretsManagerClient()
    changed = await changeSecret(client, arn, async (json, version) => {
      if (!finish) return start(json)
      const finished = finishRotation(json, name)
      await requireDeployed(shop, version)
      return finished
    })
  } else {
    changed = `${await stackOutput(shop, 'SecretsPath')}/${name}`
    await changeParameter(changed, async (json) => {
      if (!finish) return start(json)
      const finished = finishRotation(json, name)
      if (name === 'pin-key' && !lockOut) {
        requireNobodyLockedOut(await lockedOutBy(shop, finished))
      }
      return finished
    })
  }
  if (finish) return `Only the new value of ${target} is valid now.`
  return `${nextSteps[name](changed)}
  npm run rotate -- --shop ${shop} ${target} --finish`
}

/**
 * Steps to take until the previous value may go; the command for that follows. `changed`
 * is the parameter, or the new version of the front door's entry.
 */
const nextSteps: Readonly<Record<RotatableName, (changed: string) => string>> = {
  'front-door-secret': (newVersion) => `The functions take both values now. Deploy with
  -c frontDoorRotation=${newVersion}
and all other options as before, so that CloudFront sends the new one. Then:`,

  'token-key':
    () => `New tokens are signed with the new key within an hour; sessions stay open.
After 31 days no token of the old key is left. Sooner, the command ends every
session from before now:`,

  'pin-key':
    () => `PINs move to the new key when their users log in, a role's password when it
opens the wallet. Users who have not logged in before the command below need a new
PIN from an administrator; it names them first. Wait an hour at least, rather some months:`,

  'tunnel-key':
    () => `Requests to the nodes are signed with the new key within an hour. Further shops have
a new webhook secret, too: enter each in its node (npm run shops -- ... code <id>). Then,
after two hours at least:`,

  'delivery-key':
    () => `Webhooks are signed with the old key and the new one within an hour. Administrators
ask for a new secret for each (PUT /webhooks/{id} with newSecret) and enter it at the
receiver. Then:`,

  'webhook-secret': (
    parameter,
  ) => `The functions take both values now. Enter the new webhookSecret in the node:
  aws ssm get-parameter --name ${parameter} --with-decryption \\
    --query Parameter.Value --output text
Then, if the node had another one before:`,
}

/**
 * Changes the text of a Secrets Manager entry and returns the id of its new version. The new
 * version becomes the current one only if the version that was read still is: two changes at
 * once cannot lose a key. Throws when another change came first.
 */
export async function changeSecret(
  client: SecretsManagerClient,
  SecretId: string,
  change: (text: string, version: string | undefined) => string | Promise<string>,
): Promise<string> {
  const { SecretString = '', VersionId: readVersion } = await client.send(
    new GetSecretValueCommand({ SecretId }),
  )
  const newVersion = randomUUID()
  await client.send(
    new PutSecretValueCommand({
      SecretId,
      SecretString: await change(SecretString, readVersion),
      ClientRequestToken: newVersion,
      VersionStages: ['AWSPENDING'],
    }),
  )
  try {
    await client.send(
      new UpdateSecretVersionStageCommand({
        SecretId,
        VersionStage: 'AWSCURRENT',
        MoveToVersionId: newVersion,
        RemoveFromVersionId: readVersion,
      }),
    )
  } catch (cause) {
    const isConflict =
      cause instanceof InvalidParameterException ||
      cause instanceof InvalidRequestException
    if (!isConflict) throw cause
    const text = 'The secret was changed by another operator at the same time. Try again.'
    throw new Error(text, { cause })
  }
  return newVersion
}

/**
 * Throws a `Refusal` unless CloudFront sends the front door's new secret: until it is deployed
 * with the version's label, functions would answer 404 to every request.
 */
export async function requireDeployed(
  shop: string,
  version: string | undefined,
): Promise<void> {
  const options = (await stackOutputs(shop)).get('Options') ?? '{}'
  if (JSON.parse(options).frontDoorRotation === version) return
  throw new Refusal(`CloudFront still sends the earlier secret: without it, every request would get 404.
First deploy, and wait until it is done:
  npm run deploy -- --shop ${shop} -c frontDoorRotation=${version}`)
}

/** Lists the shops whose people could not log in any more with this secret. */
async function lockedOutBy(shop: string, json: string): Promise<string[]> {
  await joinCloudShop(shop)
  const parsed = parseSecret(json)
  const shops = [mainShop, ...(await allShops()).map(currentOf)]
  const found = shops.map((each) =>
    inShop(each, () => findLockedOut(shopValues(parsed, 'pin-key'))),
  )
  return (await Promise.all(found)).flat()
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  process.exitCode = await runProgram(usage, args, async () => {
    await findAccount()
    console.log(await rotate(args))
  })
}
