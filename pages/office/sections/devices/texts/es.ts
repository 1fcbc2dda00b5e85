import type { DeviceTexts } from './en.ts'

export const es: DeviceTexts = {
  printers: 'Impresoras',
  papers: 'Diseños',
  prints: 'Impresiones',
  computers: 'Equipos',
  kitchen: 'Pantallas de cocina',

  noPrinter: 'Añada primero una impresora.',
  papersHint:
    'Elija una impresora para ver su papel con artículos de ejemplo. Con el habitual imprime recibos y cuentas, o comandas.',
  printer: 'Impresora',
  template: 'Diseño',
  usual: 'El habitual',
  preview: 'Su papel',
  noPreview: 'Ahora no se puede dibujar.',
  save: 'Guardar',
  saved: 'Guardado. Vale desde la próxima impresión.',

  printsHint:
    'Las últimas 24 horas, lo más reciente primero. Lo que se imprime de nuevo lleva la marca de copia.',
  noPrints: 'No se ha impreso nada en las últimas 24 horas.',
  paper: 'Papel',
  at: 'Cuándo',
  state: 'Estado',
  states: {
    waiting: 'en espera',
    sent: 'enviado',
    printing: 'imprimiendo',
    printed: 'impreso',
    reprinted: 'impreso tras una interrupción',
    failed: 'no impreso',
    expired: 'no impreso: demasiado tarde',
    cancelled: 'cancelado',
    skipped: 'no impreso: la impresora no tiene diseño propio',
    unknown: 'quizá impreso',
  },
  actions: 'Acciones',
  again: 'Imprimir una copia',
  againSent: 'La copia se está imprimiendo.',
  cancel: 'Cancelar',
  cancelled: 'Ya no se imprime.',

  computersHint:
    'Un equipo de la tienda imprime y llega al nodo Lightning. Su registro se ve en él, en http://localhost:9180.',

  kitchenHint:
    'Abra esta dirección en una tableta o un televisor de la cocina e inicie sesión con alguien del rol de cocina. La estación se elige en la pantalla, en su engranaje.',
  kitchenCode: 'La dirección de la pantalla de cocina como código QR',
  stations: 'Estaciones',
  noStations:
    'Cada impresora de cocina o de barra es una estación. Sin ninguna, cada pantalla muestra todos los platos.',
  everything: 'todo',
}
