/** A fault that the proxy injects into a call. */
export type Fault =
  /** DynamoDB never gets the call; the SDK gets an error in DynamoDB's format. */
  | { readonly kind: 'answer'; readonly error: DynamoDbError }
  /** The connection breaks before DynamoDB gets the call. */
  | { readonly kind: 'lost-request' }
  /** DynamoDB executes the call, then the connection breaks. */
  | { readonly kind: 'lost-reply' }
  /** The call is delayed before it reaches DynamoDB. */
  | { readonly kind: 'delay'; readonly ms: number }
  /**
   * The call is delayed until none has come for so long: calls that are sent together overlap,
   * however slowly a busy machine sends them.
   */
  | { readonly kind: 'gather'; readonly ms: number }
  /** The call is delayed until a promise settles. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }

export type DynamoDbError =
  | 'TransactionConflict'
  | 'TransactionInProgressException'
  | 'ThrottlingException'
  | 'ProvisionedThroughputExceededException'
  | 'InternalServerError'
  | 'AccessDeniedException'

/** A transaction is cancelled because another one writes the same item. */
export const conflict: Fault = { kind: 'answer', error: 'TransactionConflict' }
/** An earlier attempt with the same client request token is still running. */
export const inProgress = {
  kind: 'answer',
  error: 'TransactionInProgressException',
} as const satisfies Fault
export const throttle: Fault = { kind: 'answer', error: 'ThrottlingException' }
export const failure: Fault = { kind: 'answer', error: 'InternalServerError' }
/**
 * A failure that the SDK does not retry, so that it takes none of the retry quota that all
 * files of a process share.
 */
export const outage: Fault = { kind: 'answer', error: 'AccessDeniedException' }
export const throughputExceeded: Fault = {
  kind: 'answer',
  error: 'ProvisionedThroughputExceededException',
}
export const lostRequest: Fault = { kind: 'lost-request' }
export const lostReply: Fault = { kind: 'lost-reply' }
export const delay = (ms: number): Fault => ({ kind: 'delay', ms })
export const hold = (until: Promise<unknown>): Fault => ({ kind: 'hold', until })

const namespace = 'com.amazonaws.dynamodb.v20120810#'

/** The error as DynamoDB sends it. */
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

/**
 * A conflict as DynamoDB answers it: a transaction gets one reason per item, in their order, by
 * default with the conflict at the first; other calls get an error.
 */
export function conflictAnswer(
  { TransactItems }: Record<string, unknown>,
  isBusy: readonly boolean[] = [true],
) {
  if (!Array.isArray(TransactItems)) {
    const __type = `${namespace}TransactionConflictException`
    const message = 'Transaction is ongoing for the item'
    return { status: 400, body: JSON.stringify({ __type, message }) }
  }
  const reasons = TransactItems.map((_item, at) =>
    isBusy[at]
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
