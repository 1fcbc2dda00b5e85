import * as z from 'zod'
import { codePages, printerCodePages } from './code-pages.ts'

/** Characters of the normal font that fit a line: 48 or 42 on paper of 80 mm, 32 of 58 mm. */
export const paperColumns = [32, 42, 48] as const
export const PaperColumns = z
  .literal([...paperColumns])
  .describe('Characters of a line: 48 or 42 on paper of 80 mm, 32 on 58 mm')
export type PaperColumns = z.infer<typeof PaperColumns>

/** The dots of a line that printers really have. */
const printableDots = [384, 420, 512, 576, 640] as const
export const PrinterDots = z.literal([...printableDots])

const cellWidthDots = 12

/** The characters of a printer's line: as many as its dots hold, where they are known. */
export const columnsOnPaper = ({
  dots,
  columns,
}: Pick<PrintSettings, 'dots' | 'columns'>): number =>
  dots === null ? columns : Math.floor(dots / cellWidthDots)

/** The columns for an agent that knows no dots: as many as fit, or the fewest. */
export const columnsWithin = (dots: z.infer<typeof PrinterDots>): PaperColumns =>
  paperColumns.findLast((columns) => columns * cellWidthDots <= dots) ?? paperColumns[0]

/** The commands that a printer understands. */
export const PrinterLanguage = z.enum(['escpos', 'starprnt'])
export type PrinterLanguage = z.infer<typeof PrinterLanguage>

/** Tables of letters in printers. Text with other letters is printed as a picture. */
export const CodePage = z.enum(codePages)
export type CodePage = z.infer<typeof CodePage>

export const PrinterCodePage = z.enum(printerCodePages)

export const Cut = z.enum(['full', 'partial', 'none'])
export type Cut = z.infer<typeof Cut>

export const maxCopies = 5

export const maxFeed = 20

/** The longest that an agent's configuration takes, too. */
export const maxGoodbyeSeconds = 60

/**
 * Settings of a job for its printer. An agent replaces an unknown value by the default: a
 * cloud of a later release may have sent it.
 */
export const PrintSettings = z.object({
  columns: PaperColumns.catch(48),
  /** Dots win over `columns`, which earlier agents read; null if unknown. */
  dots: PrinterDots.nullable().catch(null),
  language: PrinterLanguage.catch('escpos'),
  codePage: CodePage.catch('cp850'),
  /** n of `ESC t n` in ESC/POS; null for Epson's. */
  codePageNumber: z.int().min(0).max(255).nullable().catch(null),
  cut: Cut.catch('full'),
  /** Lines before the cut. */
  feed: z.int().min(0).max(maxFeed).catch(5),
  /** True if this job opens the cash drawer. */
  openDrawer: z.boolean().catch(false),
  buzzer: z.boolean().catch(false),
  copies: z.int().min(1).max(maxCopies).catch(1),
  /** null for the agent's own configuration. */
  goodbyeSeconds: z.number().min(0).max(maxGoodbyeSeconds).nullable().catch(null),
})
export type PrintSettings = z.infer<typeof PrintSettings>

/** Settings of a job without any. */
export const defaultSettings: PrintSettings = PrintSettings.parse({})

/** The code page of a job's text. Star printers have no cp850; cp858 differs by the €. */
export const codePageOf = ({
  language,
  codePage,
}: Pick<PrintSettings, 'language' | 'codePage'>): CodePage =>
  language === 'starprnt' && codePage === 'cp850' ? 'cp858' : codePage
