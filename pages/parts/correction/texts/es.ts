import type { CorrectionTexts } from './en.ts'

export const es: CorrectionTexts = {
  title: 'Se pagó de otra forma',
  hint: 'Hasta el Z, un pago se puede apuntar con el método con el que se cobró de verdad. El importe no cambia, y lo pagado en Bitcoin queda en Bitcoin. El recibo, el X y el Z dicen qué se cambió.',
  ofSeller: 'Si el efectivo baja, tiene que hacerlo alguien que ni vendió ni cobró.',
  paidBy: (amount) => `${amount} se pagó con`,
  methods: {
    cash: 'Efectivo',
    creditCard: 'Tarjeta de crédito',
    debitCard: 'Tarjeta de débito',
    bankTransfer: 'Transferencia bancaria',
  },
  reason: 'Motivo',
  book: 'Apuntarlo así',
  correctionOf: (ticket) => `Otros métodos de pago del recibo ${ticket}`,
}
