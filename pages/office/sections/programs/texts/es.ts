import type { ProgramTexts } from './en.ts'

export const es: ProgramTexts = {
  keys: 'Claves de API',
  webhooks: 'Webhooks',
  alerts: 'Avisos',
  export: 'Exportar',

  name: 'Nombre',
  copy: 'Copiar',
  copied: 'Copiado.',
  never: 'nunca',

  keysHint:
    'Con una clave, otro programa, como una tienda en línea, trabaja con esta tienda. Solo puede lo que usted marque, y nunca es administrador.',
  noKeys: 'Ningún programa tiene clave.',
  addKey: 'Añadir una clave',
  keyNameHint: 'El programa que la usa, como Tienda en línea. Quién hizo qué lo muestra.',
  lastDay: 'Último día (opcional)',
  mayDo: 'Puede',
  permissionCount: (count) => (count === 1 ? '1 permiso' : `${count} permisos`),
  lastUsed: 'Último uso',
  ends: 'Termina',
  keyMade: 'La clave está hecha',
  secretHint:
    'Cópiela ahora en el programa. Solo se muestra esta vez; nadie puede verla de nuevo.',
  revoke: 'Revocar',
  revokeHint:
    'En diez segundos el programa ya no puede hacer nada. Esto no se puede deshacer.',

  webhooksHint:
    'Lo que ocurre en la tienda se envía a un programa en su dirección de internet, firmado con su secreto.',
  noWebhooks: 'No se envía nada a ningún sitio.',
  addWebhook: 'Añadir un webhook',
  address: 'Dirección',
  addressHint: 'Empieza por https:// y se alcanza desde internet.',
  events: 'Qué se envía',
  lastSent: 'Último envío',
  switchedOff: 'desactivado',
  failingSince: (moment) => `falla desde ${moment}`,
  nothingSent: 'aún no se envió nada',
  webhookSecret: 'El secreto del webhook',
  webhookSecretHint:
    'Cópielo ahora en el programa, que comprueba con él que lo enviado es de esta tienda. Solo se muestra esta vez.',
  eventNames: {
    'sale.completed': 'Una venta',
    'sale.refunded': 'Dinero o artículos devueltos',
    'order.settled': 'Una cuenta pagada',
    'order.cancelled': 'Una cuenta anulada',
    'payment.received': 'Un pago en Bitcoin',
    'stock.low': 'Quedan pocas existencias',
    'shift.closed': 'El cierre de un turno',
    'product.changed': 'Un producto cambiado',
    'alert.raised': 'Un aviso',
  },
  test: 'Prueba',
  sendTest: 'Enviar una prueba',
  lookAgain: 'Mirar otra vez',
  onItsWay: 'Está en camino. Mire otra vez en un momento.',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  turnOnHint: 'Desde ahora se envía lo que ocurra. Lo de entretanto no se envía.',
  turnOffHint: 'No se envía nada hasta que se active de nuevo.',
  newSecret: 'Secreto nuevo',
  newSecretHint:
    'El programa necesita el nuevo. El de ahora también firma durante 24 horas más.',
  removeWebhook: 'Quitar',
  removeWebhookHint: 'Ya no se envía nada allí. Esto no se puede deshacer.',
  deliveries: 'Envíos de los últimos 30 días',
  event: 'Qué',
  outcome: 'Resultado',
  repeat: 'Enviar de nuevo',
  statuses: { pending: 'en camino', delivered: 'entregado', failed: 'falló' },
  attempts: (count) => (count === 1 ? '1 intento' : `${count} intentos`),

  alertsHint: (name) =>
    `Las listas de avisos muestran a ${name} lo que esté marcado. Cada administrador elige para sí. Los programas reciben avisos por un webhook.`,
  alertsOf: (name) => `Avisos para ${name}`,
  categories: {
    devices: 'Impresoras, agentes y cajas',
    payments: 'Pagos en Bitcoin y el nodo',
    stock: 'Existencias',
    security: 'PIN y cajas copiadas',
    integrations: 'Webhooks',
    wallet: 'Dinero que sale de la cartera',
  },

  exportHint:
    'Todo lo que tiene la tienda en un archivo: productos, pedidos, pagos, informes Z, personas sin sus PIN. Para guardarlo o llevarlo a otro sitio. Queda anotado en quién hizo qué.',
  exportShop: 'Descargar la tienda',
  exported: (count) => (count === '1' ? '1 registro leído' : `${count} registros leídos`),
}
