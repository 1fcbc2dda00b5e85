import { invokeAsync } from '../deployment/invoke-async.ts'
import type { NewWatcher } from './watchers.ts'

/** This function's own event: greet a socket that has just been admitted. */
export type Welcome = { readonly welcome: NewWatcher }

/**
 * Has this function greet a socket in an invocation of its own: API Gateway refuses posts
 * until $connect has returned.
 */
export const invokeWelcome = (welcome: NewWatcher): Promise<void> =>
  invokeAsync(process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'watchers', {
    welcome,
  } satisfies Welcome)
