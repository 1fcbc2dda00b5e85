import { loadedLater } from '../../parts/loaded-later.tsx'

/** Dialogs that few people open, and never without the network. */
export const RegisterDialog = loadedLater(async () => {
  const { RegisterDialog: Dialog } = await import(
    '../settings/register/register-dialog.tsx'
  )
  return Dialog
})
export const RegisterOffer = loadedLater(async () => {
  const { RegisterOffer: Offer } = await import(
    '../settings/register/register-dialog.tsx'
  )
  return Offer
})
export const DishesToChange = loadedLater(async () => {
  const { DishesToChange: Dishes } = await import('../settings/catalogue/dishes.tsx')
  return Dishes
})
export const Products = loadedLater(async () => {
  const { Products: Dialog } = await import('../settings/catalogue/products.tsx')
  return Dialog
})
export const Printers = loadedLater(async () => {
  const { Printers: Dialog } = await import('../settings/printers.tsx')
  return Dialog
})
