import * as z from 'zod'
import { nonBlank, recordId, text } from '../../platform/validation/fields.ts'

export const ElementStyle = z
  .object({
    bold: z.boolean().default(false).describe('Whether letters are bold'),
    justification: z
      .enum(['LEFT', 'CENTER', 'RIGHT'])
      .default('LEFT')
      .describe('Its position on the line'),
    fontSize: z
      .enum(['NORMAL', 'LARGE', 'EXTRA_LARGE'])
      .default('NORMAL')
      .describe('LARGE letters are twice as wide, EXTRA_LARGE three times'),
    size: z
      .int()
      .min(1)
      .max(4)
      .optional()
      .describe(
        'How many times as wide and as high as normal letters are; wins over fontSize',
      ),
  })
  .meta({ id: 'ElementStyle', description: 'How an element is printed' })
export type ElementStyle = z.infer<typeof ElementStyle>

/** Element types that every agent prints, also one that reports no list of its own. */
export const firstElementTypes = [
  'HEADER',
  'TEXT',
  'LINE_BREAK',
  'SEPARATOR',
  'TABLE_HEADER',
  'TABLE_ROW',
  'TOTAL_ROW',
  'FOOTER',
  'QRCODE',
] as const

/** Every element type. An agent reports which ones it prints. */
export const elementTypes = [
  ...firstElementTypes,
  'LOGO',
  'DISCOUNT_ROWS',
  'TAX_ROWS',
  'TENDER_ROWS',
  'TIP_ROW',
  'REFUND_ROWS',
  'SUMMARY_ROWS',
  'ITEM_ROWS',
  'KITCHEN_ROWS',
  'TIP_SUGGESTION_ROWS',
] as const

export const TemplateElement = z
  .object({
    type: z.enum(elementTypes).describe('What is printed here'),
    value: text
      .default('')
      .describe('Text with placeholders, such as `{{config.businessName}}`'),
    style: ElementStyle.prefault({}),
  })
  .meta({ id: 'TemplateElement', description: 'A part of a printed ticket' })
export type TemplateElement = z.infer<typeof TemplateElement>

const StoredElement = z
  .object({
    id: recordId(),
    templateId: recordId('the template'),
    order: z.int().describe('Place in the print order'),
    type: TemplateElement.shape.type.describe('What is printed here'),
    value: z
      .string()
      .describe('Text with placeholders, such as `{{config.businessName}}`'),
    style: ElementStyle,
  })
  .meta({ id: 'StoredElement', description: 'An element of a template, with its place' })

/** A ticket template, its elements in print order. */
export const Template = z
  .object({
    id: recordId(),
    name: z.string().describe('Printers and requests name it, such as Bill'),
    elements: z.array(StoredElement).describe('Its elements in print order'),
  })
  .meta({ id: 'Template', description: 'A ticket template, its elements in print order' })
export type Template = z.infer<typeof Template>

/** As many as the lines of the longest ticket. */
const maxElements = 2_000

/** Body of POST and PUT /templates. Array order is print order. */
export const TemplateInput = z
  .object({
    name: nonBlank.describe('Printers and requests name it, such as Bill'),
    elements: z
      .array(TemplateElement)
      .max(maxElements)
      .describe('Its elements in print order'),
  })
  .meta({
    id: 'TemplateInput',
    description: 'The order of the elements is the print order',
  })
export type TemplateInput = z.infer<typeof TemplateInput>
