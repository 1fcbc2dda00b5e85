import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { RotatableName } from '../../shared/deployment/secret-fields.ts'
import { findAccount } from './account.ts'
import { runProgram, WrongUsage } from './command-line.ts'
import { requireDeployed, requireNobodyLockedOut } from './finish-checks.ts'
import { finishRotation, startRotation } from './rotation.ts'
import { changeSecret } from './secret-entry.ts'
import { stackOutputs } from './stack.ts'

const usage = `Usage: npm run rotate -- --shop <name> front-door|tokens|pins|webhook [--finish]

With --lock-out, --finish of pins goes on though users need a new PIN afterwards.`

/** What the command line calls each secret. */
const targets: ReadonlyMap<string, RotatableName> = new Map([
  ['front-door', 'front-door-secret'],
  ['tokens', 'token-key'],
  ['pins', 'pin-key'],
  ['webhook', 'webhook-secret'],
])

/**
 * `npm run rotate`: starts or finishes the rotation of a deployment's secret. Returns what to
 * do next, which holds no secret. Throws an Error whose message is for the operator.
 */
export async function rotate(args: readonly string[]): Promise<string> {
  const { shop, target, name, finish, lockOut } = readArguments(args)
  const arn = await findSecret(shop, name)
  const newVersion = await changeSecret(
    new SecretsManagerClient(),
    arn,
    async (json, version) => {
      if (!finish) return startRotation(json, name, randomBytes(32).toString('hex'))
      const finished = finishRotation(json, name)
      if (name === 'front-door-secret') await requireDeployed(shop, version)
      if (name === 'pin-key' && !lockOut) await requireNobodyLockedOut(shop, json)
      return finished
    },
  )
  if (finish) return `Only the new value of ${target} is valid now.`
  return `${nextSteps[name]({ arn, newVersion })}
  npm run rotate -- --shop ${shop} ${target} --finish`
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parsed(args)
  const [target = '', ...others] = positionals
  const name = targets.get(target)
  if (!values.shop || !name || others.length > 0) throw new WrongUsage(usage)
  const { shop, finish, 'lock-out': lockOut } = values
  return { shop, target, name, finish, lockOut }
}

function parsed(args: readonly string[]) {
  const options = {
    shop: { type: 'string' },
    finish: { type: 'boolean', default: false },
    'lock-out': { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new WrongUsage((error as Error).message)
  }
}

/** The ARN of the entry that holds a secret, from the stack's outputs. */
async function findSecret(shop: string, name: RotatableName): Promise<string> {
  const key = name === 'front-door-secret' ? 'FrontDoorSecretArn' : 'SecretArn'
  const arn = (await stackOutputs(shop)).get(key)
  if (!arn) throw new Error(`The stack ${shop} has no output ${key}.`)
  return arn
}

type Started = { readonly arn: string; readonly newVersion: string }

/** What to do until the previous value may go; the command for that follows. */
const nextSteps: Readonly<Record<RotatableName, (started: Started) => string>> = {
  'front-door-secret': ({
    newVersion,
  }) => `The functions take both values now. Deploy with
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

  'webhook-secret': ({
    arn,
  }) => `The functions take both values now. Enter the new webhookSecret in the node:
  aws secretsmanager get-secret-value --secret-id ${arn} \\
    --query SecretString --output text
Then, if the node had another one before:`,
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  process.exitCode = await runProgram(usage, args, async () => {
    await findAccount()
    console.log(await rotate(args))
  })
}
