import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import {
  CloudFormationClient,
  paginateDescribeStackEvents,
} from '@aws-sdk/client-cloudformation'
import { Refusal } from './command-line.ts'

/** Runs the AWS CLI and returns the JSON that it prints. Throws what `execFile` throws. */
export type AwsCli = (args: readonly string[]) => Promise<object>

/** An answer, as far as the account's limits are read from it. */
type Answer = {
  readonly SummaryMap?: { readonly Roles: number; readonly RolesQuota: number }
  readonly accountPlanType?: string
}

/** The AWS CLI of this machine. */
export const awsCli: AwsCli = async (args) => {
  const words = [...args, '--output', 'json']
  const { stdout } = await promisify(execFile)('aws', words, { timeout: 30_000 })
  // It prints nothing for an empty list
  return JSON.parse(stdout || '{}') as object
}

const unverified =
  'AWS has not verified this account, and gives it no CloudFront before. Open a support ' +
  'case (Account and billing) that asks for it, and repeat the command when that is done.'

const policiesUsedUp =
  'CloudFront has 20 policies of each kind for an account, and no more on request: 20 ' +
  'shops. Deploy to another account, or delete policies that no distribution uses.'

const rolesUsedUp =
  "The account's IAM roles are used up; a shop has about 40. Ask for more: aws " +
  'service-quotas request-service-quota-increase --service-code iam --quota-code ' +
  'L-FE177D64 --desired-value 2000 --region us-east-1'

/** Roles of one shop, rounded up. */
export const rolesOfShop = 60

const policies = (kind: string) => ({
  what: `CloudFront's ${kind} policies`,
  args: ['cloudfront', `list-${kind}-policies`, '--type', 'custom'],
  refuses: (answer: Answer) => countIn(answer) >= 20 && policiesUsedUp,
})

type Check = {
  readonly what: string
  readonly args: readonly string[]
  readonly refuses?: (answer: Answer) => string | false
  readonly warns?: (answer: Answer) => string | false
}

const checks: readonly Check[] = [
  {
    what: 'IAM roles',
    args: ['iam', 'get-account-summary'],
    refuses: ({ SummaryMap: { Roles, RolesQuota } = { Roles: 0, RolesQuota: 1_000 } }) =>
      Roles + rolesOfShop > RolesQuota && rolesUsedUp,
  },
  policies('cache'),
  policies('origin-request'),
  policies('response-headers'),
  {
    what: 'whether AWS has verified the account for CloudFront',
    args: ['cloudfront', 'list-distributions', '--max-items', '1'],
    warns: (answer) =>
      countIn(answer) === 0 &&
      'This account has no CloudFront distribution yet. AWS may have to verify it first, ' +
        'which no call tells: if the deployment fails by "must be verified", open a support ' +
        'case (Account and billing), and repeat the command when that is done.',
  },
  {
    what: "the account's plan",
    args: ['freetier', 'get-account-plan-state', '--region', 'us-east-1'],
    warns: ({ accountPlanType }) =>
      accountPlanType === 'FREE' &&
      "This account is on AWS's free plan: AWS closes it, with the shop in it, when its " +
        'credits or six months are used up. Change to the paid plan first (Billing, Upgrade ' +
        'plan).',
  },
]

/** The number of entries of the one list in an answer. */
function countIn(answer: object): number {
  const [list] = Object.values(answer) as { readonly Items?: readonly unknown[] }[]
  return list?.Items?.length ?? 0
}

/**
 * Warnings about limits of the account that a first deployment may meet, also about those
 * that could not be read. Throws `Refusal` for a limit that it would meet.
 */
export async function accountLimitWarnings(cli: AwsCli): Promise<readonly string[]> {
  const unread: string[] = []
  const answers = await Promise.all(
    checks.map(({ what, args }) =>
      cli(args).catch((error: Error & { code?: unknown; stderr?: string }) => {
        const [, code = 'it gave no answer'] = /\((\w+)\)/.exec(error.stderr ?? '') ?? []
        const reason = error.code === 'ENOENT' ? 'the AWS CLI is not installed' : code
        unread.push(`${what} (${reason})`)
        return undefined
      }),
    ),
  )
  const found = (of: 'refuses' | 'warns') =>
    checks.flatMap((check, at) => {
      const answer = answers[at]
      return (answer && check[of]?.(answer)) || []
    })
  const refusals = found('refuses')
  if (refusals.length > 0) throw new Refusal([...new Set(refusals)].join('\n\n'))
  return [
    ...found('warns'),
    ...(unread.length > 0
      ? [`Not checked, so that the deployment may fail on them: ${unread.join(', ')}.`]
      : []),
  ]
}

/** Answers of AWS when an account has reached a limit, with what the operator does about it. */
const causes: readonly { readonly answer: RegExp; readonly todo: string }[] = [
  { answer: /account must be verified/i, todo: unverified },
  {
    answer: /TooMany\w*Policies|polic(y|ies) .*per (AWS )?account/i,
    todo: policiesUsedUp,
  },
  { answer: /RolesPerAccount/i, todo: rolesUsedUp },
]

/**
 * Returns advice about account limits that a stack's change has met since a time (Unix
 * ms). Empty when there was another cause, or the events cannot be read.
 */
export async function accountLimitsMet(
  shop: string,
  sinceMs: number,
): Promise<readonly string[]> {
  const reasons: string[] = []
  try {
    const pages = paginateDescribeStackEvents(
      { client: new CloudFormationClient({}) },
      { StackName: shop },
    )
    // Newest first; a rollback alone fills several pages.
    reading: for await (const { StackEvents = [] } of pages) {
      for (const { Timestamp, ResourceStatusReason = '' } of StackEvents) {
        if (Timestamp && Timestamp.getTime() < sinceMs) break reading
        reasons.push(ResourceStatusReason)
      }
    }
  } catch {
    return []
  }
  return causes
    .filter(({ answer }) => reasons.some((reason) => answer.test(reason)))
    .map(({ todo }) => todo)
}
