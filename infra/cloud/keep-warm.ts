import { Duration } from 'aws-cdk-lib'
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import {
  type Access,
  type Endpoint,
  type Group,
  routeKey,
} from '../../shared/http/endpoint.ts'
import { warmerRequestId } from '../../shared/http/keep-warm.ts'

/** EventBridge's limit of targets per rule. */
const maxTargetsPerRule = 5

/**
 * Keeps one instance of each group's function ready, so that the first sale after a quiet
 * quarter of an hour does not wait for a cold start. Each function gets a request without
 * token or signature, which it rejects before it reads or writes a record. That needs no
 * code in the function, and leaves its secrets cached in memory. 8,640 calls a month cost
 * less than a cent.
 */
export function keepWarm(
  scope: Construct,
  served: readonly { readonly group: Group; readonly handler: IFunction }[],
): void {
  const targets = served.flatMap(({ group, handler }) => {
    const event = warmingEvent(group)
    if (!event) return []
    const input = RuleTargetInput.fromObject(event)
    // No retry: the next call is due in five minutes.
    return [new LambdaFunction(handler, { event: input, retryAttempts: 0 })]
  })
  for (let at = 0; at < targets.length; at += maxTargetsPerRule) {
    new Rule(scope, `KeepWarm-${at / maxTargetsPerRule + 1}`, {
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: targets.slice(at, at + maxTargetsPerRule),
    })
  }
}

/** An anonymous request to the group's first protected endpoint; undefined without one. */
export function warmingEvent({ uses, endpoints }: Group) {
  // A group with the webhook secret is protected by signatures instead of tokens.
  const isSigned = uses.includes('webhook-secret')
  const protectedEndpoint = Object.values(endpoints).find(
    (each) => isSigned || rejectsAnonymous(each),
  )
  if (!protectedEndpoint) return undefined
  const { method, path } = protectedEndpoint
  return {
    version: '2.0',
    routeKey: routeKey(protectedEndpoint),
    rawPath: path,
    rawQueryString: '',
    headers: {},
    requestContext: {
      requestId: warmerRequestId,
      routeKey: routeKey(protectedEndpoint),
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' },
    },
    isBase64Encoded: false,
  }
}

const publicAtTimes = new Set<Access>(['public', 'login-screen', 'token-once-set-up'])

const rejectsAnonymous = ({ access }: Endpoint) => !publicAtTimes.has(access)
