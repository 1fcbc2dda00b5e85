import type { TaxesTexts } from './en.ts'

export const es: TaxesTexts = {
  title: 'Impuestos',
  none: 'La tienda no tiene ningún impuesto.',
  prices: 'Precios',
  included: 'Los precios incluyen el impuesto',
  added: 'El impuesto se suma a los precios',
  rate: (percent) => `${percent} %`,
  isDefault: 'para todo lo que no nombra otro',
  makeDefault: 'Hacer predeterminado',
  change: 'Cambiar',
  add: 'Añadir un impuesto',
  name: 'Nombre del impuesto',
  ratePercent: 'Porcentaje',
  badRate: 'Escriba una tasa de 0 a 100, como 16 o 7.5.',
  save: 'Guardar',
  later: 'Lo vendido conserva el impuesto con el que se vendió.',
}
