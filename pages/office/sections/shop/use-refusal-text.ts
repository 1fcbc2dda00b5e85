import { useCallback } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { useShopTexts } from './use-texts.ts'

/** A hook: says which setting the shop refused and why; undefined for another error. */
export function useRefusalText(): (error: unknown) => string | undefined {
  const texts = useShopTexts()
  return useCallback(
    (error: unknown) => {
      if (!(error instanceof PosError)) return undefined
      if (error.code === 'invalid_tip_percentages') return texts.badTips
      if (error.code === 'invalid_cash_rounding') {
        return texts.refused(texts.rounding, texts.badRounding)
      }
      const { message = '' } = (error.body ?? {}) as { readonly message?: string }
      const [, field = ''] = /^Invalid request: (\w+): /.exec(message) ?? []
      const labels: Readonly<Record<string, string>> = {
        businessName: texts.name,
        businessAddress: texts.address,
        businessPhone: texts.phone,
        businessEmail: texts.email,
        businessTaxId: texts.taxId,
        receiptHeader: texts.header,
        receiptFooter: texts.footer,
        payoutLimitSat: texts.payoutLimitSat,
        lowInboundSat: texts.lowInboundSat,
      }
      const { [field]: label } = labels
      if (label === undefined) return undefined
      if (field.startsWith('receipt')) return texts.refused(label, texts.mostCharacters)
      return texts.refused(
        label,
        field.endsWith('Sat') ? texts.badNumber : texts.badCharacters,
      )
    },
    [texts],
  )
}
