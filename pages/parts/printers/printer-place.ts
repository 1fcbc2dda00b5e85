/** The page where printers are set up, and who does it. */
export type PrinterPlace = {
  readonly isAdmin: boolean
  readonly isRestaurant: boolean
  readonly may: (permission: string) => boolean
  /** Says why a call failed. */
  readonly failed: (error: unknown) => string
}
