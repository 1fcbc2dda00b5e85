/**
 * The request id of keep-warm calls. No client can send one: API Gateway gives each request
 * an id of its own.
 */
export const keepWarmRequestId = 'keep-warm'
