import { lastingNotifications } from './lasting-notifications.ts'
import { loginFailuresByName } from './login-failures-by-name.ts'
import type { Migration } from './run.ts'

/** Every migration in its order, the first one from layout 1 to 2. */
export const migrations: readonly Migration[] = [
  loginFailuresByName,
  lastingNotifications,
]
