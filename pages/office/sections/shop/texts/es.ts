import type { ShopTexts } from './en.ts'

export const es: ShopTexts = {
  onPaper: 'En los recibos',
  hint: 'Los recibos muestran lo que esté relleno.',
  name: 'Nombre del negocio',
  address: 'Dirección',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  taxId: 'Número fiscal (NIF, RFC …)',
  language: 'Idioma de los recibos',
  languages: { en: 'Inglés', es: 'Español' },
  header: 'Líneas bajo el negocio',
  footer: 'Últimas líneas; en blanco, las gracias',
  receiptPage: 'Los recibos llevan el código QR de una página que los muestra',
  receiptPageHint:
    'El cliente guarda el recibo en su teléfono. Quien tenga el código ve ese recibo y ningún otro.',
  logo: 'Logotipo',
  logoHint:
    'PNG, JPEG, GIF o WebP, de 4 MB como máximo. Los recibos lo imprimen en blanco y negro.',
  chooseLogo: 'Elegir una imagen',
  removeLogo: 'Quitar el logotipo',
  notAPicture: 'Esto no es una imagen de estos formatos.',
  save: 'Guardar',
  saved: 'Guardado.',

  refused: (field, why) => `No se admite «${field}» y no se guardó nada: ${why}`,
  mostCharacters: 'puede tener 500 caracteres como máximo.',
  badCharacters: 'es demasiado largo o tiene caracteres que no se pueden guardar.',
  badRounding: 'esta moneda no tiene ese redondeo.',

  money: 'Dinero y hora',
  currency: 'Moneda',
  currencyHint: 'Solo mientras no se haya vendido nada en otra.',
  confirmCurrency: (name) => `¿Contar desde ahora en ${name}?`,
  currencyChange:
    'Los precios conservan su cifra: lo que cuesta 10 cuesta 10 de la moneda nueva. Las ventas anteriores quedan en la suya.',
  timeZone: 'Zona horaria',
  timeZoneHint:
    'Los días de los informes, los recibos y los libros son los de esta zona.',
  dayStart: 'El día empieza a las',
  dayStartHint:
    'En informes, listas y descargas. Un bar que cierra a las 3 empieza su día a las 5, y la noche cuenta para la tarde anterior.',
  midnight: '0:00, medianoche',
  confirmDayStart: (time) =>
    `Desde ahora los días empiezan a las ${time}, también en los informes de días anteriores.`,
  tips: 'Propinas',
  tipsOn: 'Las cajas preguntan por la propina',
  tipPercentages: 'Porcentajes que se ofrecen',
  tipPercentagesHint: 'Separados por comas, como 10, 15, 20.',
  badTips:
    'Escriba porcentajes de más de 0 y hasta 100, todos distintos, como 10, 15, 20.',
  rounding: 'El efectivo se redondea a',
  noRounding: 'sin redondeo',
  roundingHint:
    'Para donde ya no hay monedas pequeñas. Las tarjetas y Bitcoin se pagan al céntimo o centavo.',
  confirm: '¿Cambiar esto?',
  confirmTimeZone: (zone) =>
    `Desde ahora los días empiezan según los relojes de ${zone}, también los de informes de días anteriores.`,
  confirmRounding: (step) =>
    `Lo que se paga en efectivo se redondea desde ahora a ${step}.`,

  safeguards: 'Protecciones',
  safeguardsHint:
    'Cada una dice qué robo impide. Si alguien desactiva una, queda anotado en quién hizo qué.',
  on: 'Activada',
  off: 'Desactivada',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  verifyAmounts: 'Una venta cobra lo que cuestan sus artículos',
  verifyAmountsTheft:
    'Impide: un programa de caja alterado vende por 1 lo que cuesta 10, y el cajero se reparte la diferencia con el cliente.',
  verifyCheckout: 'El nodo confirma un pago en Bitcoin antes de que sea una venta',
  verifyCheckoutTheft:
    'Impide: alguien dice que ha pagado, enseña la imagen de un pago y se va con los artículos.',
  restrictPrinters: 'Cambia las impresoras quien tiene permiso para ello',
  restrictPrintersTheft:
    'Impide: un cajero apaga la impresora de la cocina o imprime los recibos en otro lado, y las ventas no dejan papel.',
  openAmounts: 'Teclea importes quien puede dar descuentos',
  openAmountsTheft:
    'Impide: un cajero vende una botella de vino como «Varios, 1.00» y se queda con el resto.',
  payoutLimitSat: 'Devoluciones en Bitcoin sin el dueño, satoshis al día',
  payoutLimitTheft:
    'Impide: alguien vacía la cartera con devoluciones cuyo tipo de cambio nadie guardó.',
  lowInboundSat: 'Avisar cuando el nodo pueda recibir menos, en satoshis',
  lowInboundHint: 'No es un robo: un pago que no se puede recibir es una venta perdida.',
  offline: 'Mientras no hay internet',
  offlineSelling: 'Las cajas siguen vendiendo',
  offlineSellingTheft:
    'Desactivado impide: un cajero desconecta el cable, y nadie ve lo que se vende hasta que la caja vuelve.',
  offlineAdmins: 'Los administradores también venden entonces',
  offlineAdminsTheft:
    'Desactivado impide: quien roba una caja encuentra en minutos los PIN de su personal, y con el de un administrador abre todo el negocio.',
  offlineMaxSale: 'Lo máximo que puede sumar una venta entonces',
  offlineMaxSaleTheft:
    'Impide: con el cable desconectado, alguien se lleva lo más caro por un pago con tarjeta que nunca llega. Vacío es sin límite; una venta mayor queda marcada.',
  offlineMaxTotal: 'Lo máximo que una caja puede vender hasta que vuelva',
  offlineMaxTotalTheft:
    'Impide: una caja desaparece con un día entero dentro. Vacío es sin límite; las ventas que lo superan quedan marcadas.',
  badLimit: 'Escriba un importe mayor que cero, o nada.',
  badNumber: 'Escriba un número entero.',
  confirmSafeguard: (name, isOn) => `¿${isOn ? 'Activar' : 'Desactivar'}: ${name}?`,
}
