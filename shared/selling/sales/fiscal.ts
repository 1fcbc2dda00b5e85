import { text } from '../../platform/validation/fields.ts'

const maxLength = 4 * 1024

/** Text that a certified device beside the till signed. It is kept, printed and exported as it was sent. */
export const fiscal = text
  .max(maxLength)
  .nullish()
  .transform((value) => value || undefined)
  .describe(
    'What a certified device beside the till signed; printed and exported as sent',
  )
