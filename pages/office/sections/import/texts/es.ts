import type { ImportTexts } from './en.ts'

export const es: ImportTexts = {
  hint: 'Una tabla como la guardan las hojas de cálculo (CSV), con los nombres de las columnas en la primera fila. Primero solo se revisa: nada cambia.',
  kind: 'Qué contiene',
  kinds: {
    products: 'Productos',
    dishes: 'Platos',
    suppliers: 'Proveedores',
    users: 'Personal',
  },
  columns: 'Columnas que puede tener',
  columnsOf: {
    products:
      'name (nombre), price (precio), SKU, barcodes (códigos de barras), cost (costo), quantity (unidades), minStockThreshold (pocas por debajo de), maxStockThreshold (pedir hasta), categories (categorías), tax (impuesto), description (descripción), imageUrl (foto), trackStock (se cuenta), isAvailable (a la venta). Un producto nuevo necesita name y price.',
    dishes:
      'name (nombre), price (precio), category (categoría), tax (impuesto), isAvailable (se puede pedir), course (tiempo). Un plato nuevo necesita las tres primeras.',
    suppliers:
      'name (nombre), contact (contacto), phone (teléfono), email (correo), address (dirección)',
    users:
      'name (nombre), role (rol), email (correo), phone (teléfono). Después cada persona necesita un PIN para entrar.',
  },
  decimal: 'Qué hay antes de los céntimos o centavos',
  decimals: { auto: 'Averiguarlo', comma: 'Una coma: 2,50', point: 'Un punto: 2.50' },
  choose: 'Elegir el archivo',
  check: 'Revisar',
  checking: 'Revisando …',
  progress: (done, all) => `${done} de ${all} filas`,
  result: 'Lo que cambiaría',
  ran: 'Lo que cambió',
  added: 'Agregados',
  changed: 'Cambiados',
  refused: 'Rechazados',
  same: 'Como ya están',
  outcome: 'Filas',
  count: 'Cuántas',
  refusedRows: 'Filas rechazadas, y por qué',
  row: 'Fila',
  column: 'Columna',
  why: 'Por qué (en inglés)',
  moreRefused: (count) => `y ${count} más`,
  run: (count) => `Importar ${count}`,
  runTitle: '¿Importar estas filas?',
  runText: (added, changed) => `Se agregan ${added} y se cambian ${changed}.`,
  runStock: 'Una columna con cantidades pone las existencias en lo que dice.',
  runRefused: (count) => `Se rechazan ${count} filas, que quedan fuera.`,
  done: 'La importación terminó.',
  failed: (why) => `La importación se detuvo: ${why}`,
  empty: 'Este archivo no tiene filas.',
  another: 'Otro archivo',
}
