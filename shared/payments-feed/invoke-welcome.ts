import { invokeAsync } from '../deployment/invoke-async.ts'
import type { AdmittedWatcher } from './watcher.ts'

/** The watchers function's own event: welcome a socket that has just been admitted. */
export type Welcome = { readonly welcome: AdmittedWatcher }

/**
 * Invokes the watchers function to welcome a socket. It takes another invocation, because
 * API Gateway refuses posts until $connect has returned.
 */
export const invokeWelcome = (welcome: AdmittedWatcher): Promise<void> =>
  invokeAsync(process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'watchers', {
    welcome,
  } satisfies Welcome)
