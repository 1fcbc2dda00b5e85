import {
  CloudFormationClient,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'
import { DeleteQueueCommand, paginateListQueues, SQSClient } from '@aws-sdk/client-sqs'
import { findAccount } from './account.ts'
import {
  type Ask,
  ask,
  type Cdk,
  cdk,
  parseCommandLine,
  Refusal,
  requiredShop,
  runProgram,
} from './command-line.ts'
import { cdkArguments, contextArguments, deployedOptions } from './plan.ts'
import { type Kept, keptData } from './shop-data.ts'
import { findStack } from './stack.ts'

const usage = `npm run destroy -- --shop <name> [--with-data]

Removes a shop's backend from the AWS account and region of the environment. It asks first.
The table, the pictures and the secrets stay, and a later deployment can start on them.

  --shop <name>   the shop, which is the name of its stack
  --with-data     deletes the table, the pictures and the secrets as well, but for those
                  that the shop took over by options; asks twice
  --help          shows this`

/** Surroundings of the program beside AWS. */
export type Surroundings = { readonly cdk: Cdk; readonly ask: Ask }

/** `npm run destroy`: returns the exit code. */
export const destroy = (
  args: readonly string[],
  around: Surroundings = { cdk, ask },
): Promise<number> =>
  runProgram(usage, args, async () => {
    const { values } = parseCommandLine(args, {
      shop: { type: 'string' },
      'with-data': { type: 'boolean', default: false },
    })
    const shop = requiredShop(values.shop)
    const withData = values['with-data']
    const { id, region } = await findAccount()
    const stack = await findStack(shop)
    const outputs = stack?.outputs ?? new Map<string, string>()
    const kept = keptData(outputs)
    const options = deployedOptions(outputs)
    const isAdopted = ({ option }: Kept) => option !== undefined && options[option]
    const own = kept.filter((part) => !isAdopted(part))
    const adopted = kept.filter(isAdopted)
    const queues = await agentQueues(shop)
    if (!stack && (withData || queues.length === 0)) throw new Refusal(noStack(shop))

    console.log(`In account ${id}, ${region}, this goes for good:`)
    if (stack) console.log(`  the stack ${shop}: its API, functions, alarms and logs`)
    console.log(`  ${queues.length} queues of agents, with the print jobs in them`)
    if (withData) {
      for (const part of own) console.log(listed(part))
      if (adopted.length > 0) console.log(adoptedStays(shop, adopted))
    }
    await confirm(around.ask, 'the name of the shop', shop)
    if (withData) await confirm(around.ask, 'that its data is to go', allData(shop))

    if (stack) await removeStack(shop, around.cdk, region)
    const sqs = new SQSClient({})
    for (const QueueUrl of queues) await sqs.send(new DeleteQueueCommand({ QueueUrl }))
    if (!withData) return console.log(whatStays(shop, kept, outputs))
    for (const { what, name, remove } of own) {
      await remove()
      console.log(`Deleted ${what}: ${name}`)
    }
    if (own.length > 0) console.log(deleted)
    if (adopted.length > 0) console.log(adoptedStays(shop, adopted))
  })

const listed = ({ what, name }: Kept) => `  ${what}: ${name}`

const adoptedStays = (shop: string, adopted: readonly Kept[]) =>
  [
    `This stays, because ${shop} did not make it and another stack may use it:`,
    ...adopted.map(listed),
  ].join('\n')

const allData = (shop: string) => `delete all data of ${shop}`

/** Throws `Refusal` unless the operator types exactly this. */
async function confirm(ask: Ask, what: string, expected: string): Promise<void> {
  const answer = await ask(`To confirm ${what}, type "${expected}": `)
  if (answer !== expected) throw new Refusal('Not confirmed: nothing was changed.')
}

async function removeStack(shop: string, runCdk: Cdk, region: string): Promise<void> {
  await new CloudFormationClient({}).send(
    new UpdateTerminationProtectionCommand({
      StackName: shop,
      EnableTerminationProtection: false,
    }),
  )
  const code = await runCdk([...cdkArguments('destroy', { shop }), '--force'], region)
  if (code !== 0) {
    throw new Refusal(
      `CDK ended with ${code}; what it printed says why. Data and queues are untouched: ` +
        'mend the cause and repeat the command.',
    )
  }
}

const noStack = (shop: string) =>
  `There is no stack ${shop} in this account and region: check --shop, AWS_PROFILE and ` +
  'AWS_REGION. What an earlier stack left is in the lists of DynamoDB, S3, Secrets Manager ' +
  "and Systems Manager's Parameter Store."

function whatStays(
  shop: string,
  kept: readonly Kept[],
  outputs: ReadonlyMap<string, string>,
): string {
  // The parameters name secretArn themselves: a rotation may have changed it since
  const { secretArn: _, ...options } = deployedOptions(outputs)
  const context = {
    ...options,
    ...Object.fromEntries(
      kept.flatMap(({ option, name }) => (option ? [[option, name]] : [])),
    ),
  }
  return [
    `${shop} is gone. This stays, and costs what its storage costs:`,
    ...kept.map(listed),
    'To start on it again, with the same PINs (keep this line):',
    `  npm run deploy -- --shop ${shop} ${contextArguments(context).join(' ')}`,
  ].join('\n')
}

const deleted =
  'AWS keeps a backup of a deleted table for 35 days, and a deleted secret for 7. Deleted ' +
  'parameters are gone: in a table of that backup, every user needs a new PIN.'

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/**
 * URLs of the queues of a deployment, made when an agent enrols, so that no stack owns them.
 * `queueNameOf` says how they are called in the main shop and in others.
 */
async function agentQueues(shop: string): Promise<string[]> {
  const prefix = `${shop}-agent-`
  const ofFurtherShop = `(?!.*${uuid})[a-z][a-z0-9-]*-[\\w-]{22}`
  const isAgents = new RegExp(`/${prefix}(${uuid}|${ofFurtherShop})\\.fifo$`)
  const pages = paginateListQueues(
    { client: new SQSClient({}), pageSize: 1_000 },
    { QueueNamePrefix: prefix },
  )
  const urls: string[] = []
  for await (const { QueueUrls = [] } of pages) {
    urls.push(...QueueUrls.filter((url) => isAgents.test(url)))
  }
  return urls
}

if (import.meta.main) process.exitCode = await destroy(process.argv.slice(2))
