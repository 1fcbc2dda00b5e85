import { strToU8, zipSync } from 'fflate'
import type { Cell } from '../../controls/download-table.ts'

export type Sheet = { readonly name: string; readonly rows: readonly (readonly Cell[])[] }

/**
 * An XLSX of tables, the first row of each as its heading. Numbers are numbers in it, all else is
 * text, which no spreadsheet takes for a formula.
 */
export function workbookOf(sheets: readonly Sheet[]): Blob {
  const all = sheets.map((sheet, at) => ({ ...sheet, id: at + 1 }))
  const files = {
    '[Content_Types].xml': element(
      'Types',
      { xmlns: `${schemas}/package/2006/content-types` },
      [
        element('Default', {
          Extension: 'rels',
          ContentType: `${packaged}.relationships+xml`,
        }),
        element('Override', {
          PartName: '/workbook.xml',
          ContentType: `${office}.sheet.main+xml`,
        }),
        element('Override', {
          PartName: '/styles.xml',
          ContentType: `${office}.styles+xml`,
        }),
        ...all.map(({ id }) =>
          element('Override', {
            PartName: `/sheet${id}.xml`,
            ContentType: `${office}.worksheet+xml`,
          }),
        ),
      ],
    ),
    '_rels/.rels': relations([['officeDocument', 'workbook.xml']]),
    '_rels/workbook.xml.rels': relations([
      ...all.map(({ id }) => ['worksheet', `sheet${id}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    'workbook.xml': element('workbook', { xmlns: main, 'xmlns:r': related }, [
      element(
        'sheets',
        {},
        all.map(({ id, name }) =>
          element('sheet', { name: sheetName(name), sheetId: id, 'r:id': `r${id}` }),
        ),
      ),
    ]),
    'styles.xml': styles(),
    ...Object.fromEntries(all.map(({ id, rows }) => [`sheet${id}.xml`, sheetOf(rows)])),
  }
  const zipped = zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, xml]) => [name, strToU8(declaration + xml)]),
    ),
  )
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new Blob([zipped], { type })
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const schemas = 'http://schemas.openxmlformats.org'
const main = `${schemas}/spreadsheetml/2006/main`
const related = `${schemas}/officeDocument/2006/relationships`
const packaged = 'application/vnd.openxmlformats-package'
const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** An element of XML; its children are XML. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  children: readonly string[] = [],
): string {
  const head = Object.entries(attributes).map(
    ([each, value]) => ` ${each}="${escaped(value)}"`,
  )
  return `<${name}${head.join('')}>${children.join('')}</${name}>`
}

/** A text in XML, without the signs that XML has no place for. */
const escaped = (value: string | number): string =>
  String(value)
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')

const relations = (targets: readonly (readonly [string, string])[]): string =>
  element(
    'Relationships',
    { xmlns: `${schemas}/package/2006/relationships` },
    targets.map(([type, Target], at) =>
      element('Relationship', { Id: `r${at + 1}`, Type: `${related}/${type}`, Target }),
    ),
  )

/** Spreadsheets take no more letters, and none of these signs. */
const sheetName = (name: string) => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)

/** The places of formats among those of a cell. */
const plain = 0
const heading = 1
const amount = 2

function styles(): string {
  const one = (name: string, children: readonly string[]) =>
    element(name, { count: children.length }, children)
  const format = (numFmtId: number, fontId: number) =>
    element('xf', { numFmtId, fontId, fillId: 0, borderId: 0 })
  return element('styleSheet', { xmlns: main }, [
    one('fonts', [element('font'), element('font', {}, [element('b')])]),
    one('fills', [element('fill')]),
    one('borders', [element('border')]),
    // 4 is that of the spreadsheet's own language: 1,234.50 or 1.234,50
    one('cellXfs', [format(0, 0), format(0, 1), format(4, 0)]),
  ])
}

const sheetOf = (rows: readonly (readonly Cell[])[]): string =>
  element('worksheet', { xmlns: main }, [
    element(
      'cols',
      {},
      (rows[0] ?? []).map((_, at) =>
        element('col', {
          min: at + 1,
          max: at + 1,
          width: widthOf(rows, at),
          customWidth: 1,
        }),
      ),
    ),
    element(
      'sheetData',
      {},
      rows.map((row, at) =>
        element(
          'row',
          {},
          row.map((cell) => cellOf(cell, at === 0 ? heading : plain)),
        ),
      ),
    ),
  ])

function cellOf(cell: Cell, style: number): string {
  if (typeof cell === 'string')
    return element('c', { t: 'inlineStr', s: style }, [
      element('is', {}, [`<t xml:space="preserve">${escaped(cell)}</t>`]),
    ])
  if (typeof cell === 'number')
    return element('c', { s: style }, [element('v', {}, [`${cell}`])])
  const s = /\.\d\d$/.test(cell.decimal) ? amount : style
  return element('c', { s }, [element('v', {}, [cell.decimal])])
}

/** The length of the longest of the first cells of a column, within what a screen has room for. */
const widthOf = (rows: readonly (readonly Cell[])[], at: number): number => {
  const lengths = rows.slice(0, 200).map((row) => {
    const cell = row[at] ?? ''
    return typeof cell === 'object' ? cell.decimal.length : String(cell).length
  })
  return Math.min(40, Math.max(8, ...lengths) + 2)
}
