import type { CatalogueTexts } from './en.ts'

export const es: CatalogueTexts = {
  products: 'Productos',
  dishes: 'Platos',
  search: 'Buscar',
  none: 'Sin resultados.',
  others: (count) => `${count} más: búsquelos.`,
  change: (name) => `Cambiar ${name}`,
  sku: 'SKU',
  barcodes: 'Códigos de barras',
  barcodesHint: 'Separe varios con espacios.',
  low: 'Existencias bajas por debajo de',
  isSold: 'A la venta',
  isServed: 'En la carta',
  notSold: 'no se vende',
  save: 'Guardar',
}
