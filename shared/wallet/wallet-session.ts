import * as z from 'zod'
import { text } from '../validation/fields.ts'

/** Body of POST /wallet/auth. */
export const WalletPassword = z.object({ password: text })

/** Reply of POST /wallet/auth; the end of the session in Unix ms. */
export const WalletOpened = z.object({
  message: z.string(),
  walletTokenExpiresAt: z.int(),
})

/** Reply of POST /wallet/logout. */
export const WalletClosed = z.object({ status: z.string() })
