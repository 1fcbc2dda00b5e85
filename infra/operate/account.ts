import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { Refusal } from './command-line.ts'
import { findStack } from './stack.ts'

/** Account and region of a deployment. */
export type Account = { readonly id: string; readonly region: string }

/**
 * The account and region of the environment's credentials. Throws `Refusal` with what is
 * missing and the command that mends it.
 */
export async function findAccount(): Promise<Account> {
  const client = new STSClient({})
  const region = await client.config.region().catch(() => {
    throw new Refusal('No AWS region is set. For example: export AWS_REGION=eu-central-1')
  })
  try {
    const { Account: id = '' } = await client.send(new GetCallerIdentityCommand({}))
    return { id, region }
  } catch (error) {
    const { name, message } = error as Error
    throw new Refusal(
      name === 'CredentialsProviderError'
        ? 'No AWS credentials were found. Log in, for example by "aws configure sso" and ' +
            '"export AWS_PROFILE=<profile>".'
        : `AWS does not accept the credentials (${name}: ${message}). Log in again, for ` +
            'example by "aws sso login".',
    )
  }
}

/** The version of CDK's bootstrap stack that CDK 2 asks for. */
const neededBootstrap = 6

/** Throws `Refusal` when the account's region was not prepared for CDK. */
export async function requireBootstrap({ id, region }: Account): Promise<void> {
  const toolkit = await findStack('CDKToolkit')
  const version = Number(toolkit?.outputs.get('BootstrapVersion') ?? 0)
  if (version >= neededBootstrap) return
  throw new Refusal(
    `Account ${id} has ${toolkit ? 'too old a' : 'no'} bootstrap stack of CDK in ` +
      `${region}. Once for each account and region: npx cdk bootstrap aws://${id}/${region}`,
  )
}

/** Concurrency that a busy shop needs; new accounts often have 10. */
const enoughConcurrency = 100

/** A warning about the account's quotas, if there is any, and if they may be read. */
export async function quotaWarning({ region }: Account): Promise<string | undefined> {
  const settings = await new LambdaClient({})
    .send(new GetAccountSettingsCommand({}))
    .catch(() => undefined)
  const concurrency = settings?.AccountLimit?.ConcurrentExecutions ?? enoughConcurrency
  if (concurrency >= enoughConcurrency) return undefined
  return (
    `This account runs at most ${concurrency} functions at once in ${region}. Ask for 1000: ` +
    'aws service-quotas request-service-quota-increase --service-code lambda ' +
    `--quota-code L-B99A9384 --desired-value 1000 --region ${region}`
  )
}
