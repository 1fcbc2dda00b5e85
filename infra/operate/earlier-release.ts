import { Refusal } from './command-line.ts'
import type { Context } from './plan.ts'
import type { StackState } from './stack.ts'

/**
 * Throws `Refusal` where an upgrade would make new secrets, and forget every option, because
 * the stack does not say what it has.
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
