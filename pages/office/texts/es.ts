import type { Texts } from './en.ts'

export const es: Texts = {
  office: 'Oficina',
  starting: 'Abriendo la oficina …',
  unreachable: 'La tienda no responde. Se intenta de nuevo …',
  notSetUp: 'Esta tienda aún no está configurada',
  notSetUpHow:
    'Su caja la crea en tres pasos, con su nombre, su moneda y su primer usuario.',
  notSetUpElsewhere: 'Pida a quien instaló este sistema que la configure.',
  setItUp: 'Crearla',
  again: 'Mirar otra vez',

  till: 'Caja',
  logOut: 'Salir',
  sessionOver: 'Su sesión ha terminado. Entre de nuevo.',
  logOutFailed: 'La tienda no responde: la sesión sigue abierta.',

  connected: 'Conectado',
  reconnecting: (time) => `Reconectando … Cifras de las ${time}`,

  sections: 'Secciones',
  notYours: (section) => `Su rol no incluye ${section}. Pregunte a un administrador.`,
  notLoaded:
    'No se pudo cargar esta sección. Quizá la tienda se actualizó desde que usted abrió la página.',
  goods: 'Catálogo',
  units: 'Existencias',
  imports: 'Importar',
  loadAgain: 'Cargar de nuevo',

  today: 'Hoy',
  reports: 'Informes',
  taxes: 'Impuestos',
  people: 'Personas',
  tills: 'Cajas',
  moneyOnNode: 'Dinero en el nodo',
  shop: 'Negocio',
  programs: 'Programas',
  takenToday: 'Cobrado hoy',
  sales: 'Ventas',
  averageSale: 'Venta media',
  yesterdayByNow: 'Ayer a esta hora',
  openOrders: 'Pedidos abiertos',

  byHour: 'Ventas por hora',
  byHourPlot:
    'Barras: ventas de hoy por hora. La tabla siguiente tiene las mismas cifras.',
  hour: 'Hora',
  amount: 'Importe',
  noSales: 'Aún no hay ventas hoy. Aparecen aquí en cuanto se hacen.',
  timesIn: (zone, rules) =>
    rules
      ? `Las horas son las de ${zone} (IANA ${rules}).`
      : `Las horas son las de ${zone}.`,
  byMethod: 'Por método de pago',
  byMethodPlot: 'Barras: ventas de hoy por método de pago, como en la tabla.',
  method: 'Método',
  withoutPayment: 'Sin pago',
  methodNames: {
    BTC: 'Bitcoin',
    Cash: 'Efectivo',
    'Credit Card': 'Tarjeta de crédito',
    'Debit Card': 'Tarjeta de débito',
    'Bank Transfer': 'Transferencia',
  },

  books: 'Para la contabilidad',
  salesLessRefunds: 'Ventas menos devoluciones',
  discounts: 'Descuentos',
  tips: 'Propinas',
  rounding: 'Redondeo del efectivo',
  refunds: (count) => (count > 0 ? `Devoluciones (${count})` : 'Devoluciones'),
  tax: 'Impuesto',
  net: 'Base',
  daysInUtc:
    'Es un día de UTC. Los días son los de la tienda cuando sus ajustes indican una zona horaria.',

  payments: 'Pagos en Bitcoin',
  paymentsToday: (count, satoshis) =>
    `${count === 1 ? 'Un pago' : `${count} pagos`} hoy, ${satoshis} en total`,
  noPayments: 'Aún no hay pagos hoy. Aparecen aquí en el momento en que llegan.',
  received: (satoshis) => `Pago recibido: ${satoshis}`,
  anyAmount: 'importe desconocido',
  newPayment: 'nuevo',

  alerts: 'Avisos',
  alertTexts: {
    agent_offline: {
      title: 'Un equipo de la tienda está sin conexión',
      whatToDo:
        'Revise si está encendido y tiene internet. Revóquelo si fue reemplazado.',
    },
    printer_failing: {
      title: 'Una impresora falla',
      whatToDo: 'Revise si tiene papel, la tapa cerrada y el cable conectado.',
    },
    jobs_waiting: {
      title: 'Hay impresiones en espera',
      whatToDo: 'Revise si la impresora y su equipo están encendidos, o imprima en otra.',
    },
    stock_low: {
      title: 'Quedan pocas existencias',
      whatToDo: 'Pida más o corrija el mínimo.',
    },
    payment_unmatched: {
      title: 'Un pago no corresponde a ninguna venta',
      whatToDo: 'Asígnelo a una cuenta, venda algo por él, devuélvalo o descártelo.',
    },
    payout_not_settled: {
      title: 'Una devolución en Bitcoin no ha terminado',
      whatToDo: 'Espere a que el nodo responda. No lo pague otra vez a mano.',
    },
    rate_unavailable: {
      title: 'No hay tipo de cambio',
      whatToDo: 'Fije uno propio en la configuración hasta que las fuentes respondan.',
    },
    webhook_failing: {
      title: 'Un webhook falla',
      whatToDo: 'Revise su receptor y actívelo de nuevo si fue desactivado.',
    },
    till_copied: {
      title: 'Puede que se haya copiado una caja',
      whatToDo: 'Revóquela y registre de nuevo el dispositivo que es suyo.',
    },
    till_lost: {
      title: 'Puede que se hayan perdido ventas de una caja',
      whatToDo: 'Busque el dispositivo o confirme lo que falta.',
    },
    till_has_unsent_sales: {
      title: 'Una caja tiene ventas sin entregar',
      whatToDo: 'Conéctela a internet.',
    },
    numbers_missing: {
      title: 'Faltan números de una caja',
      whatToDo: 'Deje que entregue sus ventas o confirme que no se usaron.',
    },
    sales_flagged: {
      title: 'Hay ventas de una caja por revisar',
      whatToDo:
        'Abra las ventas en «Informes», pregunte a quien las hizo y márquelas como vistas.',
    },
    pin_guessing: {
      title: 'Alguien podría estar adivinando PIN',
      whatToDo:
        'Pregunte al personal. Si nadie se equivocó, cambie el PIN y revise su red.',
    },
  },
  node: 'Nodo Lightning',
  nodeAway: (since) => `El nodo no responde desde ${since}.`,
  nodeAwayWhatToDo:
    'Las cajas no pueden crear facturas. Revise que el equipo y el nodo de la tienda estén encendidos.',
  peerLost: (since) =>
    `El nodo no tiene conexión con su par desde ${since}: nadie puede pagar sus facturas.`,
  peerLostWhatToDo:
    'Compruebe el internet donde está el nodo. Se conecta de nuevo solo; si no, reinícielo.',
  limitedPassword: 'El nodo cobra y no paga: su agente tiene la contraseña limitada.',
  limitedPasswordWhatToDo:
    'No se puede devolver en Bitcoin. Dé al agente http-password de phoenix.conf.',
  webhookSilent:
    'El webhook del nodo no llega: los pagos se encuentran segundos más tarde.',
  webhookSilentWhatToDo:
    'Compare webhook y webhook-secret en phoenix.conf con los del negocio y reinicie el nodo.',
  noChannel: (cost) =>
    `El nodo aún no tiene canal. El primer pago mayor abre uno, que cuesta unos ${cost} de ese pago.`,
  feeCredit: (satoshis) =>
    `${satoshis} de pagos pequeños quedan para un canal: se venden, y solo se devuelven de otro saldo.`,
  lowInbound: (satoshis) =>
    `Queda poca liquidez entrante: aún se pueden recibir ${satoshis}.`,
  lowInboundWhatToDo:
    'Los pagos mayores pueden fallar o costar la comisión de un canal nuevo. Envíe fondos o compre liquidez.',

  unmatched: 'Pagos sin venta',
  unmatchedInAll: (count, satoshis) =>
    `${count === 1 ? 'Un pago' : `${count} pagos`}, ${satoshis} en total`,
  unmatchedWhatToDo:
    'Se recibieron y nada se vendió por ellos. Un administrador asigna cada uno a una cuenta o a una venta, lo devuelve o lo descarta.',

  lastOrders: 'Últimos pedidos',
  noOrders: 'No hay pedidos de hoy ni de ayer.',
  time: 'Hora',
  by: 'Atendió',
  table: 'Mesa',
  status: 'Estado',
  payment: 'Pago',
  yesterday: 'ayer',
  statusNames: {
    open: 'abierto',
    closed: 'cuenta impresa',
    paid: 'pagado',
    refunded: 'devuelto',
    'partly-refunded': 'devuelto en parte',
  },

  receipt: 'Recibo',
  receiptOf: (number) => `Recibo ${number}`,
  receiptPicture: 'El recibo tal como se imprime',
  noPicture: 'No se pudo dibujar el recibo. Inténtelo de nuevo.',
  close: 'Cerrar',

  stock: 'Existencias por reponer',
  noShortage: 'Nada está por debajo de su mínimo.',
  sharedNumbers:
    'Hay artículos con el mismo código de barras: al leerlo se pregunta cuál es. Cambie uno de ellos.',
  item: 'Artículo',
  left: 'Quedan',
  minimum: 'Mínimo',
  more: (count) => `y ${count} más`,

  shift: 'Turno abierto',
  noShift: 'No hay ningún turno abierto.',
  openedBy: 'Abierto por',
  since: 'Desde',
  cashAtStart: 'Efectivo inicial',
  notes: 'Notas',
  unknownUser: 'alguien que ya no está',

  devices: 'Impresoras y equipos',
  noPrinters: 'Todavía no hay ninguna impresora.',
  printer: 'Impresora',
  prints: 'Imprime',
  printerTypes: { CUSTOMER: 'Recibos', KITCHEN: 'Cocina', BAR: 'Barra' },
  ready: 'lista',
  noReceipt: 'ningún recibo últimamente',
  notReached: 'sin conexión',
  switchedOff: 'desactivada',
  failing: 'falla',
  failingSince: (time) => `desde ${time}`,
  lastPrinted: (ago) => `último recibo ${ago}`,
  waiting: (count) => (count === 1 ? 'uno espera' : `${count} esperan`),
  noTemplate: 'no imprime nada',
  noTemplateWhy: 'llegan recibos, pero la impresora no tiene plantilla',
  agent: 'Agente',
  noAgents:
    'Aún no hay ningún equipo conectado. El equipo imprime y llega al nodo Lightning.',
  agentsAdminOnly: 'Los equipos se muestran a los administradores.',

  loading: 'Cargando …',
  denied: 'Su rol no incluye esto. Un administrador puede cambiarlo.',
  failed: 'No se ha podido leer. La página lo intenta de nuevo por sí misma.',
  stale: (time) => `Cifras de las ${time}. La página lo intenta de nuevo por sí misma.`,
}
