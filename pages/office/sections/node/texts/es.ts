import type { NodeTexts } from './en.ts'

export const es: NodeTexts = {
  views: {
    state: 'Nodo',
    payOut: 'Pagar',
  },

  doorHint:
    'La cartera se abre con su contraseña, por unos minutos. Se cierra cuando usted va a otra sección.',
  openWallet: 'Abrir la cartera',
  walletOpen: (until) => `La cartera está abierta hasta las ${until}.`,
  lockWallet: 'Cerrar la cartera',
  changePassword: 'Cambiar la contraseña',
  passwordHint:
    'Es la contraseña de su rol: todos los que tienen este rol abren la cartera con ella.',
  presentPassword: 'Contraseña actual',
  newPassword: 'Contraseña nueva',
  passwordChanged: 'La contraseña ha cambiado.',

  health: 'Cómo está el nodo',
  isWell: 'El nodo está bien.',
  neverAnswered: 'Aún no ha respondido ningún nodo. Quizá la tienda no tiene.',
  canReceive: (satoshis) =>
    `Los clientes aún pueden pagar hasta ${satoshis} de una sola vez.`,
  asOf: (moment) => `Respondió por última vez: ${moment}.`,

  rate: 'Tipo de cambio',
  rateIs: (price) => `Un bitcoin cuesta ${price}.`,
  rateFrom: (sources, moment) => `Según ${sources}, ${moment}.`,
  byHand: 'un tipo propio',
  rateStale: 'Tiene más de cinco minutos.',
  noRate: 'Por ahora no se conoce ningún tipo de cambio.',
  about: (amount) => `unos ${amount}`,

  holdings: 'Lo que tiene el nodo',
  nodeSilent: 'El nodo no responde. Mire otra vez más tarde.',
  balance: 'Saldo',
  feeCredit: 'Guardado para un canal',
  noChannels:
    'El nodo aún no tiene ningún canal. El primer pago mayor abre uno, y su costo se toma de ese pago.',
  channels: 'Canales',
  channel: 'Canal',
  canSend: 'Se puede pagar',
  canTake: 'Se puede recibir',
  capacity: 'Los dos juntos',

  payOut: 'Pagar desde la cartera',
  payOutHint:
    'Pegue o escanee una factura, una oferta (lno…) o la dirección de otra cartera. No se paga nada antes de que usted lo confirme.',
  whom: 'Factura, oferta o dirección',
  unknownCode:
    'No es una factura Lightning, ni una oferta, ni una dirección de Bitcoin. Pídale una a quien recibe.',
  next: 'Siguiente',
  otherTarget: 'Otro destino',
  kinds: { invoice: 'Factura', offer: 'Oferta', address: 'Dirección de Bitcoin' },
  purpose: 'Por',
  amount: 'Importe',
  amountSat: 'Importe en satoshis',
  amountHint: 'Quien recibe lo deja a su elección.',
  feerate: 'Comisión en satoshis por byte',
  feerateHint:
    'Cuanto más, antes se confirma. mempool.space muestra lo que se paga ahora.',
  message: 'Nota para quien recibe',
  confirmTitle: '¿Pagar esto?',
  fee: 'Comisión',
  feeAbout: 'Comisión, aproximada',
  paymentId: 'El nodo lo conoce como',
  payNow: (satoshis) => `Pagar ${satoshis}`,
  paying: 'Pagando …',
  paidTitle: 'Pagado',
  isPaid: (satoshis, fee) => `Se pagaron ${satoshis}; la comisión fue de ${fee}.`,
  notConfirmed: 'Se envió a la red y aún no está confirmado.',
  unknownOutcome: (satoshis) =>
    `Aún no se sabe si se pagaron ${satoshis}. No lo pague otra vez: mire entre los pagos dentro de un rato.`,
  askAgain: 'Preguntar otra vez qué pasó',
}
