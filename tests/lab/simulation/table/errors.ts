import {
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'

const $metadata = {}

/** The engine's refusal of a request that is wrong in itself. */
export const invalid = (message: string): Error =>
  new DynamoDBServiceException({
    name: 'ValidationException',
    $fault: 'client',
    $metadata,
    message,
  })

/** A cancelled transaction, with a reason for each of its actions. */
export const cancelled = (CancellationReasons: CancellationReason[]): Error =>
  new TransactionCanceledException({
    message: `Transaction cancelled [${CancellationReasons.map(({ Code }) => Code).join(', ')}]`,
    $metadata,
    CancellationReasons,
  })

/** A write of one item whose condition does not hold. */
export const conditionFailed = (): Error =>
  new ConditionalCheckFailedException({ message: 'The condition failed', $metadata })

/** A client request token that came before with another transaction. */
export const otherTransaction = (): Error =>
  new IdempotentParameterMismatchException({ message: 'another transaction', $metadata })

/** What one action of a transaction fails with; the whole transaction is then cancelled. */
export class Refused extends Error {
  readonly code: 'ConditionalCheckFailed' | 'ValidationError'

  constructor(code: Refused['code'], message: string) {
    super(message)
    this.code = code
  }
}
