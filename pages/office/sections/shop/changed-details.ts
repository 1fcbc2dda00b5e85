import type { Business, BusinessInput } from '../../../../shared/client/api.ts'

/** Details of a shop on receipts, as they are typed; blank for none. */
export type Details = {
  readonly businessName: string
  readonly businessAddress: string
  readonly businessPhone: string
  readonly businessEmail: string
  readonly businessTaxId: string
  readonly businessLogoUrl: string
  readonly receiptLanguage: Business['receiptLanguage']
  readonly receiptHeader: string
  readonly receiptFooter: string
  /** True if receipts bear the QR code of their page. */
  readonly receiptPage: boolean
}

export const detailsOf = (settings: Business): Details => ({
  businessName: settings.businessName,
  businessAddress: settings.businessAddress ?? '',
  businessPhone: settings.businessPhone ?? '',
  businessEmail: settings.businessEmail ?? '',
  businessTaxId: settings.businessTaxId ?? '',
  businessLogoUrl: settings.businessLogoUrl ?? '',
  receiptLanguage: settings.receiptLanguage,
  receiptHeader: settings.receiptHeader ?? '',
  receiptFooter: settings.receiptFooter ?? '',
  receiptPage: settings.receiptPage,
})

/**
 * The change from one to the other. It names the shop, as every change must, and leaves out
 * what stays, so that it undoes nothing that another device has changed.
 */
export function changedDetails(before: Details, after: Details): BusinessInput {
  const changes = Object.entries(after)
    .filter(([name, value]) => value !== before[name as keyof Details])
    .map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() || null : value,
    ])
  return { ...Object.fromEntries(changes), businessName: after.businessName.trim() }
}
