import { useCallback } from 'preact/hooks'
import { PosError } from '../../shared/client/pos-error.ts'
import { textsIn } from './preferences.tsx'
import { type ErrorTexts, errors as en } from './texts/en.ts'
import { errors as es } from './texts/es.ts'

/** Apart from the other words: the office, which shows no refusals, does not load them. */
const useErrorTexts = textsIn<ErrorTexts>({ en, es })

/** A hook: says in plain words why a call did not succeed, by its Error-Code. */
export function useErrorText(): (error: unknown) => string {
  const texts = useErrorTexts()
  return useCallback((error: unknown) => errorText(error, texts), [texts])
}

export function errorText(error: unknown, texts: ErrorTexts): string {
  if (!(error instanceof PosError)) return texts.unexpected
  if (error.code === 'too_many_attempts') {
    return texts.too_many_attempts(Math.ceil((error.retryAfterSeconds ?? 60) / 60))
  }
  const { [error.code as keyof ErrorTexts]: text } = texts
  const detail = messageOf(error.body) ?? error.code
  if (typeof text === 'string') return text
  if (error.code === 'payment_failed') return whatNext(error.body, texts)
  if (error.code === 'refund_invoice_amount_mismatch') {
    return texts.refund_invoice_amount_mismatch(detail)
  }
  // A refusal that has no words of its own here still says more in the API's English.
  return error.status === 400 || error.status === 409
    ? texts.refused(detail)
    : texts.unexpected
}

function whatNext(body: unknown, texts: ErrorTexts): string {
  const byStep: Readonly<Record<string, string>> = texts.payment_failed
  return byStep[(body as { readonly next?: string }).next ?? ''] ?? texts.unexpected
}

function messageOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body
  const { message } = (body ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : undefined
}
