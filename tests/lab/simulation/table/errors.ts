import {
  type CancellationReason,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'

/** The engine's refusal of a request that is wrong in itself. */
export const invalid = (message: string): Error =>
  new DynamoDBServiceException({
    name: 'ValidationException',
    $fault: 'client',
    $metadata: {},
    message,
  })

/** A cancelled transaction, with a reason for each of its actions. */
export const cancelled = (CancellationReasons: CancellationReason[]): Error =>
  new TransactionCanceledException({
    message: `Transaction cancelled [${CancellationReasons.map(({ Code }) => Code).join(', ')}]`,
    $metadata: {},
    CancellationReasons,
  })
