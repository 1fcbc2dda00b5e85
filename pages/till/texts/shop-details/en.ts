/** The words of what receipts print of the shop. Every language has the same keys. */
export const en = {
  title: 'Shop',
  hint: 'Receipts print what is filled in.',
  name: 'Name of the shop',
  address: 'Address',
  phone: 'Phone',
  email: 'E-mail',
  taxId: 'Tax number',
  logo: 'Logo',
  logoHint: 'PNG, JPEG, GIF or WebP, at most 4 MB. Receipts print it in black and white.',
  chooseLogo: 'Choose a picture',
  removeLogo: 'Remove the logo',
  notAPicture: 'This is not a picture of these formats.',
  save: 'Save',
}

export type ShopDetailsTexts = typeof en
