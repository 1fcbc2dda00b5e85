import {
  CloudFormationClient,
  paginateDescribeStackEvents,
} from '@aws-sdk/client-cloudformation'

/** What AWS answers where an account has reached a limit, and what the operator does about it. */
const causes: readonly { readonly answer: RegExp; readonly todo: string }[] = [
  {
    answer: /account must be verified/i,
    todo:
      'AWS has not verified this account, and gives it no CloudFront before. Open a support ' +
      'case (Account and billing) that asks for it, and repeat the command when that is done.',
  },
  {
    answer: /TooMany\w*Policies|polic(y|ies) .*per (AWS )?account/i,
    todo:
      'CloudFront has 20 policies of each kind for an account, and no more on request: 20 ' +
      'shops. Deploy to another account, or delete policies that no distribution uses.',
  },
  {
    answer: /RolesPerAccount/i,
    todo:
      "The account's IAM roles are used up; a shop has about 40. Ask for more: aws " +
      'service-quotas request-service-quota-increase --service-code iam --quota-code ' +
      'L-FE177D64 --desired-value 2000 --region us-east-1',
  },
]

/**
 * What to do about limits of the account that a stack's change has met since a time (Unix
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
