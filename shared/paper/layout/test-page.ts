import { upperHalf } from './code-pages.ts'
import { codePageOf, columnsOnPaper, type PrintSettings } from './print-settings.ts'
import { TemplateElement } from './template.ts'

/** Name of the template that shows all that a printer prints; each printer has its own. */
export const testPageName = 'Test page'

/** Letters of every page, without those of placeholders. */
const ascii = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at))

/**
 * End of a test page: the letters of the printer's code page, which a wrong page prints
 * differently, and a ruler of its columns, which takes two lines on narrower paper.
 */
export function testElements(settings: PrintSettings): TemplateElement[] {
  const codePage = codePageOf(settings)
  const columns = columnsOnPaper(settings)
  const ruler = '1234567890'.repeat(Math.ceil(columns / 10)).slice(0, columns)
  const texts = [codePage, ascii, upperHalf(codePage), `${columns}`, ruler]
  return texts.map((value) => TemplateElement.parse({ type: 'TEXT', value }))
}

/** A test page of a printer: the ticket's number, names and date, then its letters and ruler. */
export const testPage = (settings: PrintSettings) => ({
  name: testPageName,
  elements: [
    TemplateElement.parse({
      type: 'HEADER',
      value: '{{ticket.id}}',
      style: { bold: true },
    }),
    TemplateElement.parse({
      type: 'TEXT',
      value: '{{ticket.tableName}}\n{{ticket.roomName}}\n{{ticket.date}}',
    }),
    ...testElements(settings),
  ],
})
