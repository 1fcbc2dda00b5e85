/** Answers to the set-up, as they are typed. */
export type Answers = {
  readonly businessName: string
  readonly businessType: 'store' | 'restaurant'
  readonly address: string
  readonly taxId: string
  readonly currency: string
  readonly timeZone: string
  readonly taxMode: 'included' | 'added' | 'none'
  /** Undefined is the usual name in the language of the page. */
  readonly taxName: string | undefined
  readonly taxRate: string
  readonly ownerName: string
  readonly pin: string
  readonly walletPassword: string
  readonly setupCode: string
  readonly hasSamples: boolean
}
