import { Duration } from 'aws-cdk-lib'
import {
  EventSourceMapping,
  FilterCriteria,
  type IFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import {
  type FollowedRecords,
  filterPatterns,
} from '../../shared/events/changes/followed-records.ts'

/** DynamoDB keeps changes for 24 hours. */
const kept = Duration.hours(24)

/**
 * Invokes a function with the changes of followed records, in order, until it has taken each or
 * the stream no longer has it. Without a batching window: screens wait for these. A failed
 * batch is cut in two, so that changes that another shop's consumers refuse hold up little.
 */
export function followStream(
  scope: Construct,
  id: string,
  target: IFunction,
  eventSourceArn: string,
  followed: FollowedRecords,
): void {
  new EventSourceMapping(scope, id, {
    target,
    eventSourceArn,
    filters: filterPatterns(followed).map((pattern) => FilterCriteria.filter(pattern)),
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    maxRecordAge: kept,
  })
}
