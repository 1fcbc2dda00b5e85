/** The request id of calls that keep a function warm. API Gateway makes different ids. */
export const warmerRequestId = 'keep-warm'

/** True if a call comes from keep-warm. No client can choose its request id. */
export const isWarmer = (event: {
  readonly requestContext: { readonly requestId: string }
}): boolean => event.requestContext.requestId === warmerRequestId
