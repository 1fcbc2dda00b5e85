import type { Page } from './paper.ts'
import { toPrintable } from './printable.ts'
import { visualLines } from './visual-order.ts'
import { wrap } from './wrap.ts'

/**
 * A text in rows of at most the page's columns. A longer line is wrapped and not cut off: an
 * address or an invoice without its end is useless. A line break at the end of the text adds
 * no row.
 */
export function paragraph(value: string, page: Page): string[] {
  const paragraphs = value.replace(/(\r\n|[\n\r])$/, '').split(/\r\n|[\n\r]/)
  return paragraphs.flatMap((text) => wrapped(text, page))
}

/** A text in such rows; its line breaks count as blanks. */
export const wrapped = (text: string, { columns, codePage }: Page): string[] =>
  visualLines(wrap(toPrintable(text, codePage), columns))
