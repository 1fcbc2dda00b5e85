import * as z from 'zod'
import { type CodePage, codePages } from './code-pages.ts'

/** What a printer understands. ESC/POS and cp850 where nothing else is said. */
export const PrinterLanguage = z
  .enum(['escpos', 'starprnt'])
  .meta({ id: 'PrinterLanguage', description: 'The commands that a printer understands' })
export type PrinterLanguage = z.output<typeof PrinterLanguage>

/**
 * The language of a job's printer, in a receipt. A value that came later than this release
 * counts as none, as the receipt must be printed.
 */
export const printerFields = {
  language: PrinterLanguage.optional().catch(undefined),
  codePage: z.enum(codePages).optional().catch(undefined),
}

type PrinterFields = {
  readonly language?: PrinterLanguage | undefined
  readonly codePage?: CodePage | undefined
}

/** The code page of a receipt's text. Star printers have no cp850; cp858 differs by the €. */
export function codePageOf({ language, codePage = 'cp850' }: PrinterFields): CodePage {
  return language === 'starprnt' && codePage === 'cp850' ? 'cp858' : codePage
}
