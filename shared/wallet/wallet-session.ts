import * as z from 'zod'
import { text } from '../validation/fields.ts'

/** Body of POST /wallet/auth. */
export const WalletPassword = z
  .object({ password: text.describe("The role's password, such as open sesame") })
  .meta({ id: 'WalletPassword' })

/** Reply of POST /wallet/auth; the end of the session in Unix ms. */
export const WalletOpened = z
  .object({
    message: z.literal('Login successful'),
    walletTokenExpiresAt: z.int().describe('Unix ms'),
  })
  .meta({ id: 'WalletOpened' })

/** Reply of POST /wallet/logout. */
export const WalletClosed = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'WalletClosed' })
