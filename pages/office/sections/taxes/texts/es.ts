import type { TaxesTexts } from './en.ts'

export const es: TaxesTexts = {
  none: 'La tienda todavía no tiene ningún impuesto.',
  name: 'Nombre',
  rate: 'Tasa',
  next: 'Desde un día',
  nextRate: (rate, day) => `${rate} desde el ${day}`,
  isUsual: 'para todo lo que no tiene otro',
  percent: (rate) => `${rate}\u00a0%`,
  add: 'Añadir un impuesto',
  change: (name) => `Cambiar ${name}`,
  ratePercent: 'Tasa en porcentaje',
  badRate: 'Escriba una tasa de 0 a 100, como 16 o 7.5.',
  when: 'La tasa vale',
  now: 'Desde ahora',
  fromDay: 'Desde un día',
  fromDayHint: 'Por ejemplo, cuando cambia la ley. Hasta entonces vale la tasa actual.',
  day: 'Primer día',
  dropNext: 'Conservar la tasa actual',
  usual: 'Para todo lo que no tiene otro',
  usualHint: 'Los productos y platos eligen el suyo en su ficha.',
  save: 'Guardar',
  remove: 'Quitar',
  removeHint: (name) =>
    `Se quita ${name}. Lo vendido lo conserva. Un impuesto que tiene un producto o un plato no se puede quitar.`,
  confirm: (name) => `¿Cambiar ${name}?`,
  nowHint: (before, after) =>
    `Lo que se vende desde ahora lleva ${after}, ya no ${before}. Los recibos, los informes y las cuentas pagadas conservan el suyo.`,
  laterHint: (before, after, day) =>
    `Lo que se vende desde el ${day} lleva ${after}, y hasta entonces ${before}. Una cuenta lleva la tasa del momento en que se paga.`,
  usualChange: (name) =>
    `${name} vale desde ahora para todos los productos y platos que no tienen otro impuesto.`,
  prices: 'Precios',
  included: 'Los precios incluyen el impuesto',
  added: 'El impuesto se suma a los precios',
  confirmPrices: '¿Cambiar lo que significan los precios?',
  pricesHint: (isIncluded) =>
    isIncluded
      ? 'Desde ahora un precio de 10 es lo que paga el cliente, con el impuesto incluido.'
      : 'Desde ahora el impuesto se suma a un precio de 10.',
}
