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

/**
 * Keeps one instance of a group's function ready, so that the first sale after a quiet
 * quarter of an hour does not wait for a cold start. The function gets a request that it
 * refuses before it reads or changes a record: one without a token. It needs no code for
 * it, and its keys are in memory afterwards. 8,640 calls a month cost less than a cent.
 */
export function keepWarm(scope: Construct, group: Group, handler: IFunction): void {
  const event = warmingEvent(group)
  if (!event) return
  new Rule(scope, `KeepWarm-${group.name}`, {
    schedule: Schedule.rate(Duration.minutes(5)),
    targets: [
      new LambdaFunction(handler, {
        event: RuleTargetInput.fromObject(event),
        // The next one is due in five minutes.
        retryAttempts: 0,
      }),
    ],
  })
}

/** A request to the group's first guarded endpoint, from nobody; undefined without one. */
export function warmingEvent({ endpoints }: Group) {
  const guarded = Object.values(endpoints).find(refusesNobody)
  if (!guarded) return undefined
  const { method, path } = guarded
  return {
    version: '2.0',
    routeKey: routeKey(guarded),
    rawPath: path,
    rawQueryString: '',
    headers: {},
    requestContext: {
      requestId: 'keep-warm',
      routeKey: routeKey(guarded),
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' },
    },
    isBase64Encoded: false,
  }
}

const sometimesPublic = new Set<Access>(['public', 'login-screen', 'token-once-set-up'])

const refusesNobody = ({ access }: Endpoint) => !sometimesPublic.has(access)
