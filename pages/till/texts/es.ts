import type { Texts } from './en.ts'

export const es: Texts = {
  till: 'Caja',
  starting: 'Abriendo la caja …',
  unreachable: 'La tienda no responde. Probando de nuevo …',
  sections: 'Secciones',
  connected: 'Conectada',
  reconnecting: 'Reconectando …',
  refresh: 'Leer el catálogo de nuevo',

  waitingSales: (count) =>
    count === 1 ? 'Se está entregando una venta' : `Se están entregando ${count} ventas`,
  soldLater: (amount) => `Se entregó una venta de ${amount}.`,
  refusedLater: (amount, reason) =>
    `Se rechazó una venta de ${amount}: ${reason} Su carrito espera entre los aparcados.`,

  notKept:
    'A este navegador no le queda sitio: lo que debe guardar se pierde al cerrar esta página. Libere espacio en este dispositivo.',

  scanPaying: (code) => `Termine primero el pago: ${code}`,
  scanDialog: (code) => `Termine esto primero: ${code}`,
  scanElsewhere: (code) =>
    `No se vendió: ${code}. Los productos se escanean en «Vender».`,
  scanUnsold: (code) => `No se vendió: ${code}`,
  scanLocked: (code) => `Entre primero: ${code}`,

  whoSells: '¿Quién vende?',
  someoneElse: 'Otra persona',
  forget: (name) => `Quitar a ${name} de esta caja`,
  forgetHint: (name) =>
    `Solo se quita el botón: ${name} conserva su cuenta y puede entrar aquí con su nombre. ¿Quién lo quita? Entre, por favor.`,
  pinOf: (name) => `PIN de ${name}`,
  sessionOver: 'Su sesión ha terminado. Entre de nuevo.',
  changePerson: 'Bloquear la caja o cambiar de persona',

  thisTill: 'Esta caja',
  language: 'Idioma',
  colours: 'Colores',
  lockAfter: 'Bloquear tras',
  minutes: (count) => (count === 1 ? '1 minuto' : `${count} minutos`),
  never: 'nunca',
  openDisplay: 'Pantalla del cliente',
  removeSamples: 'Quitar las muestras',
  areRemoved: (count) =>
    count === 1
      ? 'Se quita una muestra de la tienda. Sus ventas se conservan.'
      : `Se quitan ${count} muestras de la tienda. Sus ventas se conservan.`,
  removeThem: (count) => (count === 1 ? 'Quitarla' : `Quitar estas ${count}`),
  remove: 'Quitar',
  removeNow: (name) => `Quitar ${name} ahora`,
  printers: 'Impresoras',
  shop: 'Negocio',
  taxes: 'Impuestos',
  office: 'Oficina',

  noShift: 'No hay turno abierto.',
  openShift: 'Abrir el turno',
  askForShift: 'Pida a un compañero que lo abra.',

  newPerson: 'Persona nueva',
  personName: 'Nombre',
  personNameHint: 'Entra con él, y sus ventas lo muestran.',
  personPin: 'Su PIN',
  personPinHint: 'Al menos 4 cifras; mejor que las teclee la persona misma.',
  role: '¿Qué puede hacer?',
  cashier: 'Cajero',
  cashierHint: 'Vende, toma pedidos, abre y cierra el turno',
  manager: 'Encargado',
  managerHint: 'También da descuentos y reembolsos, añade productos y ve informes',
  addPerson: 'Añadir a la persona',

  startsOffline: {
    active: 'Esta caja se abre también sin red. Para vender la necesita.',
    insecure:
      'Esta caja necesita la red para abrirse: los navegadores solo guardan páginas con https y en la propia máquina.',
    unable: 'Esta caja necesita la red para abrirse: este navegador no guarda páginas.',
  },
}
