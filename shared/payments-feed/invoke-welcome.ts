import { invokeAsync } from '../deployment/invoke-async.ts'
import type { NewWatcher } from './watcher.ts'

/** The watchers function's own event: welcome a socket that has just been admitted. */
export type Welcome = { readonly welcome: NewWatcher }

/**
 * Invokes the watchers function to welcome a socket. It takes another invocation, because
 * API Gateway refuses posts until $connect has returned.
 */
export const invokeWelcome = (welcome: NewWatcher): Promise<void> =>
  invokeAsync(process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'watchers', {
    welcome,
  } satisfies Welcome)
