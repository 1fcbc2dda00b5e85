import type { ApprovalTexts } from './en.ts'

export const es: ApprovalTexts = {
  title: 'Un compañero tiene que aprobarlo',
  asks: (name) => `${name} pide:`,
  needs: {
    orders_discount:
      'Los descuentos y otros precios necesitan la aprobación de un compañero.',
    orders_refund: 'Los reembolsos necesitan la aprobación de un compañero.',
    orders_delete: 'Borrar necesita la aprobación de un compañero.',
    orders_settle: 'Cobrar cuentas necesita la aprobación de un compañero.',
  },
  approve: 'Aprobar',
  whoApproves: '¿Quién aprueba?',
  pinOf: (name) => `PIN de ${name}`,
  mayNot: (name) => `${name} tampoco puede aprobarlo.`,
  wrongPin: 'Este no es el PIN.',
  nobody: 'No hay nadie más que pueda aprobarlo.',
  someoneElse: 'Otra persona',
}
