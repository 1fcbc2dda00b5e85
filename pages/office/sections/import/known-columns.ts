import { type Column, columnsOf, type ImportKind } from './columns.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'

/** Other names under which spreadsheets and tills have them, in plain letters. */
const alsoNamed: Readonly<Record<Column, readonly string[]>> = {
  name: [
    'product',
    'item',
    'item name',
    'title',
    'producto',
    'articulo',
    'plato',
    'titulo',
  ],
  price: [
    'sale price',
    'selling price',
    'pvp',
    'precio de venta',
    'precio venta',
    'importe',
  ],
  tax: ['vat', 'tax name', 'impuestos', 'iva', 'tasa'],
  categories: ['category', 'categoria', 'familia', 'departamento'],
  category: ['categories', 'categorias', 'familia', 'seccion'],
  barcodes: ['barcode', 'ean', 'gtin', 'upc', 'codigo de barras', 'codigo barras'],
  SKU: ['code', 'reference', 'ref', 'codigo', 'referencia', 'clave'],
  cost: ['unit cost', 'purchase price', 'costo', 'coste', 'precio de costo'],
  quantity: [
    'stock',
    'units',
    'in stock',
    'existencias',
    'existencia',
    'cantidad',
    'inventario',
  ],
  minStockThreshold: ['minimum', 'min', 'low stock', 'minimo', 'stock minimo'],
  maxStockThreshold: ['maximum', 'max', 'maximo', 'stock maximo', 'pedir hasta'],
  description: ['descripcion', 'detalle'],
  imageUrl: ['image', 'picture', 'photo', 'imagen', 'foto'],
  trackStock: ['track stock', 'se cuenta', 'controlar existencias'],
  stockPolicy: ['stock policy', 'como se cuenta'],
  isAvailable: ['available', 'active', 'activo', 'disponible', 'a la venta'],
  course: ['tiempo', 'pase'],
  contact: ['contact person', 'persona de contacto'],
  phone: ['telephone', 'mobile', 'telefono', 'movil', 'celular'],
  email: ['e-mail', 'mail', 'correo electronico'],
  address: ['direccion', 'domicilio'],
  role: ['puesto', 'funcion'],
}

/** A name without accents, case and signs: `Código_de-Barras` is `codigo de barras`. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')

/**
 * Returns the column that each name of a header stands for; undefined for an unknown
 * name, and for one whose column another name has taken.
 */
export function columnsIn(
  header: readonly string[],
  kind: ImportKind,
): (Column | undefined)[] {
  const columns: readonly Column[] = columnsOf[kind]
  const taken = new Set<Column>()
  const take = (means: (column: Column, name: string) => boolean) =>
    header.map((name) => {
      const column = columns.find((each) => !taken.has(each) && means(each, plain(name)))
      if (column) taken.add(column)
      return column
    })
  const exact = take((column, name) =>
    [column, en.columns[column], es.columns[column]].map(plain).includes(name),
  )
  const similar = header.map((name, at) =>
    exact[at] === undefined
      ? columns.find(
          (each) => !taken.has(each) && alsoNamed[each].map(plain).includes(plain(name)),
        )
      : undefined,
  )
  return header.map((_, at) => {
    const guess = similar[at]
    return exact[at] ?? (similar.indexOf(guess) === at ? guess : undefined)
  })
}
