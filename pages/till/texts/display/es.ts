import type { DisplayTexts } from './en.ts'

export const es: DisplayTexts = {
  display: 'Pantalla del cliente',
  howTo:
    'Esta ventana muestra a los clientes lo que vende la caja. Abra la caja en otra ventana de este navegador y entre en ella.',
  discount: 'Descuento',
  tax: 'Impuesto',
  tip: 'Propina',
  total: 'Total',
  left: 'Queda por pagar',
  scan: 'Escanee para pagar con una cartera Lightning',
  code: 'Código de la factura Lightning',
  thanks: '¡Gracias!',
  given: (amount) => `Recibido ${amount}`,
  change: 'Su cambio',
}
