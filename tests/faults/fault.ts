/** What goes wrong with a call. */
export type Fault =
  /** The engine never sees the call; the SDK gets an error of DynamoDB's. */
  | { readonly kind: 'answer'; readonly error: DynamoDbError }
  /** The connection breaks before the engine sees the call. */
  | { readonly kind: 'lost-request' }
  /** The engine does what it is asked, then the connection breaks. */
  | { readonly kind: 'lost-reply' }
  /** The call waits before it reaches the engine. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The call waits until something has happened. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }

export type DynamoDbError =
  | 'TransactionConflict'
  | 'TransactionInProgressException'
  | 'ThrottlingException'
  | 'ProvisionedThroughputExceededException'
  | 'InternalServerError'

/** A transaction cancelled because another one touches the same item. */
export const conflict: Fault = { kind: 'answer', error: 'TransactionConflict' }
/** An earlier attempt with the same token still runs. */
export const inProgress: Fault = {
  kind: 'answer',
  error: 'TransactionInProgressException',
}
export const throttle: Fault = { kind: 'answer', error: 'ThrottlingException' }
export const failure: Fault = { kind: 'answer', error: 'InternalServerError' }
export const throughputExceeded: Fault = {
  kind: 'answer',
  error: 'ProvisionedThroughputExceededException',
}
export const lostRequest: Fault = { kind: 'lost-request' }
export const lostReply: Fault = { kind: 'lost-reply' }
export const delay = (ms: number): Fault => ({ kind: 'delay', ms })
export const hold = (until: Promise<unknown>): Fault => ({ kind: 'hold', until })

const namespace = 'com.amazonaws.dynamodb.v20120810#'

/** The error as it stands on the wire. */
export function answerWith(
  { error }: Extract<Fault, { kind: 'answer' }>,
  request: Record<string, unknown>,
): { status: number; body: string } {
  if (error === 'TransactionConflict') return conflictAnswer(request)
  return {
    status: error === 'InternalServerError' ? 500 : 400,
    body: JSON.stringify({ __type: namespace + error, message: 'injected' }),
  }
}

/** In a transaction one reason per item, the first in conflict; elsewhere an error of its own. */
function conflictAnswer({ TransactItems }: Record<string, unknown>) {
  if (!Array.isArray(TransactItems)) {
    const __type = `${namespace}TransactionConflictException`
    return { status: 400, body: JSON.stringify({ __type, message: 'injected' }) }
  }
  const reasons = TransactItems.map((_item, i) =>
    i === 0
      ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
      : { Code: 'None' },
  )
  const codes = reasons.map(({ Code }) => Code).join(', ')
  return {
    status: 400,
    body: JSON.stringify({
      __type: `${namespace}TransactionCanceledException`,
      Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
      CancellationReasons: reasons,
    }),
  }
}
