import { inWords, type RefundTexts } from './en.ts'

export const es: RefundTexts = {
  methodNames: {
    BTC: 'Bitcoin',
    Cash: 'Efectivo',
    'Credit Card': 'Tarjeta de crédito',
    'Debit Card': 'Tarjeta de débito',
    'Bank Transfer': 'Transferencia',
  },
  whatGoesBack: '¿Qué se devuelve?',
  everything: 'Todo lo que queda',
  byLine: 'Algunos artículos',
  byDish: 'Algunos platos',
  bySum: 'Una suma',
  sum: 'Suma',
  less: (name) => `Uno menos de ${name}`,
  more: (name) => `Uno más de ${name}`,
  ofLeft: (left) => `de ${left}`,
  howItGoesBack: '¿Cómo se devuelve?',
  atMost: (amount) => `hasta ${amount}`,
  inCash: 'en efectivo',
  toInvoice: 'en Bitcoin, a una factura Lightning',
  byMethod: (method) => `por ${method}`,
  cashWithoutShift:
    'No hay ningún turno abierto: este efectivo contará en el informe Z del próximo, que empezará con lo que haya entonces en el cajón.',
  invoice: 'La factura Lightning del cliente',
  invoiceHint: 'Nombra los satoshis y vence antes de 24 horas.',
  invoiceNames: (satoshis, isExact) =>
    `Nombra ${isExact ? '' : 'como máximo '}${satoshis} y vence antes de 24 horas.`,
  restock: 'Los artículos vuelven a las existencias',
  reason: 'Motivo',
  giveBack: (amount) => (amount ? `Devolver ${amount}` : 'Devolver'),
  givingBack: 'Devolviendo …',
  refundOf: ({ amount, goods, way, ticket }) =>
    `Devolución de ${inWords(amount, goods)}, ${way}, recibo ${ticket}`,
}
