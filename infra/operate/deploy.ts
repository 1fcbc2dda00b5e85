import { groups } from '../../functions/all.ts'
import { parametersPath } from '../../shared/platform/deployment/secret-fields.ts'
import {
  earlierIndexes,
  type IndexSchema,
  tableSchema,
} from '../../shared/platform/dynamodb/schema.ts'
import { layoutVersion } from '../../shared/platform/dynamodb/schema-version.ts'
import { limitedRouteKeys } from '../limited-routes.ts'
import { type Account, findAccount, quotaWarning, requireBootstrap } from './account.ts'
import {
  type AwsCli,
  accountLimitsMet,
  accountLimitWarnings,
  awsCli,
} from './account-limits.ts'
import {
  adoptionFaults,
  adoptionWarnings,
  refusedIndexChanges,
  requireAdoptedParts,
} from './adoption.ts'
import {
  type Cdk,
  cdk,
  parseCommandLine,
  Refusal,
  requiredShop,
  runProgram,
} from './command-line.ts'
import { nextSteps } from './next-steps.ts'
import {
  findParameters,
  readsParameters,
  requireParameters,
  retireEntry,
  storeSecrets,
} from './parameters.ts'
import {
  type Context,
  cdkArguments,
  deployedOptions,
  givenOptions,
  type Plan,
  planDeployment,
  requireResettable,
} from './plan.ts'
import { dropSettingsOfRemovedRoutes } from './route-settings.ts'
import { findStack, type StackState, stackOutputs } from './stack.ts'
import {
  describeTable,
  mendRecovery,
  mendStream,
  mendTimeToLive,
  protectTable,
  schemaOf,
  type TableSettings,
} from './table-settings.ts'

const usage = `npm run deploy -- --shop <name> [options]

Deploys a shop's backend to the AWS account and region of the environment, or upgrades it.

  --shop <name>       the shop, which is the name of its stack
  -c <name>=<value>   an option of the deployment, see docs/options.md; may be repeated
  --options <file>    a JSON object of options; -c goes before it
  --reset <name>      puts an option back to its default; may be repeated. Not for the
                      names of the table, the bucket and the secrets
  --yes               does not ask before permissions are changed
  --help              shows this

An option that is not given keeps the value of the last deployment.`

/** `npm run deploy`: returns the exit code. */
export const deploy = (
  args: readonly string[],
  runCdk: Cdk = cdk,
  cli: AwsCli = awsCli,
  routeKeys: readonly string[] = limitedRouteKeys(groups),
): Promise<number> =>
  runProgram(usage, args, async () => {
    const { values } = parseCommandLine(args, {
      shop: { type: 'string' },
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      options: { type: 'string' },
      reset: { type: 'string', multiple: true, default: [] },
      yes: { type: 'boolean', default: false },
    })
    const shop = requiredShop(values.shop)
    const given = givenOptions(values.options, values.context)
    for (const name of values.reset) requireResettable(name)
    // A wrong value is found before AWS is asked for anything.
    planDeployment(shop, undefined, { given, reset: [] })

    const account = await findAccount()
    await requireBootstrap(account)
    const stack = await findStack(shop)
    if (stack?.status.endsWith('_IN_PROGRESS') && stack.status !== 'REVIEW_IN_PROGRESS') {
      throw new Refusal(
        `The stack ${shop} is changing (${stack.status}): wait until that is over.`,
      )
    }
    const plan = planDeployment(shop, stack, { given, reset: values.reset })
    if (stack && !plan.isFirst) requireSecretsOfEarlierRelease(shop, stack, given)
    const isOnParameters = !plan.isFirst && readsParameters(stack)
    const ownEntry = plan.isFirst ? undefined : stack?.outputs.get('SecretArn')
    const entry = plan.context.secretArn || ownEntry
    await requireAdoptedParts({
      ...plan.context,
      secretArn: isOnParameters ? '' : (entry ?? ''),
    })
    const parameters = await findParameters(parametersPath(shop))
    if (isOnParameters) {
      requireNoOtherEntry(shop, entry, stack)
      requireParameters(shop, parameters)
    }
    const tableName = plan.context.tableName || stack?.outputs.get('TableName')
    const earlierTable = stack?.outputs.get('TableName')
    const { layout, indexes, streamArn } = await checkTable(plan, tableName, earlierTable)

    const limits = plan.isFirst ? await accountLimitWarnings(cli) : []
    await announce(shop, account, plan, [
      ...limits,
      ...adoptionWarnings(plan, parameters.size > 0),
    ])
    if (!isOnParameters) {
      await storeSecrets(shop, parameters, { entry, isFirst: plan.isFirst })
    }
    const approval = values.yes ? ['--require-approval', 'never'] : []
    const run = async (context: Context) => {
      const startedAtMs = Date.now()
      const code = await runCdk(
        [...cdkArguments('deploy', context), ...approval],
        account.region,
      )
      if (code === 0) return
      const limits = await accountLimitsMet(shop, startedAtMs - clockDifferenceMs)
      throw new Refusal([...limits, failed(code)].join('\n\n'))
    }
    const keepsIndexes = earlierIndexesIn(indexes).length > 0
    const context: Context = {
      ...plan.context,
      ...(entry && { secretArn: entry }),
      ...(keepsIndexes && { keepEarlierIndexes: 'true' }),
      ...(streamArn && { tableStreamArn: streamArn }),
    }
    if (!plan.isFirst) await dropRemovedRoutes(shop, routeKeys, cli)
    await run(context)
    try {
      if (plan.isFirst) await run({ ...context, protectTable: 'true' })
      if (plan.context.tableName) await protectTable(plan.context.tableName, true)
      const deployed = await findStack(shop)
      if (entry && deployed && readsParameters(deployed)) {
        await retireEntry(entry, deployed)
      }
    } finally {
      // Even if only the protection failed: repeating the command is not a first deployment.
      console.log(
        nextSteps({
          shop,
          outputs: await stackOutputs(shop),
          domainName: plan.context.domainName || undefined,
          isFirst: plan.isFirst,
          isAdopted: plan.context.tableName !== undefined,
          needsMigration: layout !== undefined && layout < layoutVersion,
        }),
      )
    }
  })

/**
 * Checks the table that the functions will use, and mends a restored one. Returns the
 * version of its layout, undefined while there is no table, its indexes, and the stream
 * of a table that is not the stack's own. Throws `Refusal`.
 */
async function checkTable(
  { context }: Plan,
  name: string | undefined,
  earlierTable: string | undefined,
) {
  if (!name) return { layout: undefined, indexes: [] }
  const table = await describeTable(name)
  if (!table) {
    throw new Refusal(
      `There is no table ${name} in this account and region. A table outlives its stack: ` +
        'to start on another one, give its name by -c tableName=<name>.',
    )
  }
  const faults = context.tableName
    ? adoptionFaults(name, table)
    : refusedIndexChanges(table.indexes, [
        ...tableSchema.indexes,
        ...earlierIndexesIn(table.indexes),
      ])
  if (faults.length > 0) throw new Refusal(faults.join('\n'))
  const { layout, adoptedTo } = await schemaOf(name)
  if (name !== earlierTable) requireAdopted(name, table, adoptedTo)
  if (layout > layoutVersion) {
    throw new Refusal(
      `The table ${name} has layout ${layout}, and this release knows ${layoutVersion}: ` +
        'deploy the release that migrated it, or a later one.',
    )
  }
  const { indexes } = table
  if (!context.tableName) return { layout, indexes }
  await mendTimeToLive(name, table)
  await mendRecovery(name)
  return { layout, indexes, streamArn: await mendStream(name, table) }
}

/** Throws `Refusal` for a restored table that nobody has compared and mended. */
function requireAdopted(
  name: string,
  { restoredTo }: TableSettings,
  adoptedTo: string | undefined,
): void {
  if (restoredTo === undefined || restoredTo === adoptedTo) return
  throw new Refusal(
    `The table ${name} was restored to ${restoredTo}: it would give numbers once more that ` +
      'stand on receipts, and AWS may have restored a part of a sale. Adopt it first:\n' +
      `  npm run adopt -- --table ${name}`,
  )
}

async function dropRemovedRoutes(
  shop: string,
  routeKeys: readonly string[],
  cli: AwsCli,
): Promise<void> {
  try {
    const dropped = await dropSettingsOfRemovedRoutes(shop, routeKeys, cli)
    for (const key of dropped) console.log(`  limits dropped with their route: ${key}`)
  } catch (error) {
    console.log(
      `Not checked whether this release removes a public route (${(error as Error).message}). ` +
        'If the deployment fails by "Unable to find Route by key", see docs/runbook.md#roll-back.',
    )
  }
}

const earlierIndexesIn = (indexes: readonly IndexSchema[]) =>
  earlierIndexes.filter(({ name }) => indexes.some((index) => index.name === name))

async function announce(
  shop: string,
  account: Account,
  plan: Plan,
  limits: readonly string[],
): Promise<void> {
  const warnings = [...limits, await quotaWarning(account)]
  for (const warning of warnings) if (warning) console.log(`${warning}\n`)
  const what = plan.isFirst ? 'Deploying' : 'Upgrading'
  console.log(`${what} ${shop} in account ${account.id}, ${account.region}.`)
  for (const name of plan.kept) console.log(`  kept: ${name}=${plan.context[name]}`)
}

/** This machine's clock may be ahead of CloudFormation's. */
const clockDifferenceMs = 60_000

const failed = (code: number) =>
  `CDK ended with ${code}; what it printed says why. CloudFormation has rolled the change ` +
  'back, or nothing was begun: mend the cause and repeat the command.'

/**
 * Throws `Refusal` if an upgrade would make new secrets, and forget every option, because
 * the stack does not list its own.
 */
export function requireSecretsOfEarlierRelease(
  shop: string,
  { outputs }: StackState,
  { secretArn, frontDoorSecretArn }: Context,
): void {
  if (outputs.has('Options') || (secretArn && frontDoorSecretArn)) return
  throw new Refusal(
    `The stack ${shop} is of version 0.2, which had a secret for each purpose and kept no options.
An upgrade without them would make new secrets, which voids every PIN, and forget the options.
1. Make two entries in Secrets Manager with the values of the earlier ones, as JSON:
  {"tokenKey":"...","pinKey":"...","webhookSecret":"...","nodePassword":"..."}
  {"frontDoorSecret":"..."}
   With another frontDoorSecret, every request would get a 404 until CloudFront has taken it.
2. Repeat the command with their ARNs and with all its other options, once more:
  npm run deploy -- --shop ${shop} -c secretArn=<ARN> -c frontDoorSecretArn=<ARN> -c ...
More: docs/runbook.md, Upgrade`,
  )
}

/** Throws `Refusal` where an entry would be given to a stack that reads none any more. */
function requireNoOtherEntry(
  shop: string,
  entry: string | undefined,
  stack: StackState | undefined,
): void {
  if (!entry || entry === deployedOptions(stack?.outputs ?? new Map()).secretArn) return
  throw new Refusal(
    `${shop} has its secrets as parameters ${parametersPath(shop)}/...: only the deployment that ` +
      'makes them reads secretArn. To change one, see docs/operate.md#secrets.',
  )
}

if (import.meta.main) process.exitCode = await deploy(process.argv.slice(2))
