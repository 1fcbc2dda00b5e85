import * as z from 'zod'
import { id, idOf, nonBlank, recordId } from '../platform/validation/fields.ts'

/** In characters. Each line of an order repeats the names: 1,000 lines share 400 KB. */
const maxNameLength = 60

/** In cents, so that the modifiers of 1,000 dishes add up exactly. */
const maxPriceCents = 10_000_000_000

/** Limit of a group's `min` and `max`, with quantities counted. */
const maxChosen = 20

/** Groups of one product or dish. */
const maxGroups = 10

/** Descriptions of fields, in requests and responses. */
const texts = {
  groupName: 'Name as tills show it, such as Milk',
  min: 'How many options a unit has at least, 0 to 20',
  max: 'How many options a unit has at most, 0 to 20',
  name: 'Name as tickets show it, such as Oat milk',
  priceCents: "In cents, on top of a unit's price; may be negative",
  isDefault: 'Whether a unit has it when the till sends no modifiers',
  isAvailable: 'Whether it is sold now',
  productId: 'Id of the product of which each takes units from stock',
  quantity: 'Units of that product',
  groupIds: 'Ids of its modifier groups, 10 at most, in the order in which tills ask',
} as const

const Option = z
  .object({
    id: recordId(),
    name: z.string().describe(texts.name),
    priceCents: z.int().describe(texts.priceCents),
    isDefault: z.boolean().describe(texts.isDefault),
    isAvailable: z.boolean().describe(texts.isAvailable),
    productId: z.string().optional().describe(`${texts.productId}; left out for none`),
    quantity: z.int().optional().describe(`${texts.quantity}; with productId`),
  })
  .meta({ id: 'ModifierOption', description: 'One choice in a modifier group' })

export const ModifierGroup = z
  .object({
    id: recordId(),
    name: z.string().describe(texts.groupName),
    min: z.int().describe(texts.min),
    max: z.int().describe(texts.max),
    options: z.array(Option).describe('In the order in which tills show them'),
  })
  .meta({ id: 'ModifierGroup', description: 'What customers choose of for a unit' })

const name = nonBlank.max(maxNameLength, 'is too long').transform((value) => value.trim())

const bound = z.int().min(0).max(maxChosen)

const OptionInput = z
  .object({
    id: idOf('the option of this group that is changed; a new one has none').optional(),
    name: name.describe(texts.name),
    priceCents: z
      .int()
      .min(-maxPriceCents)
      .max(maxPriceCents)
      .default(0)
      .describe(texts.priceCents),
    isDefault: z.boolean().default(false).describe(texts.isDefault),
    isAvailable: z.boolean().default(true).describe(texts.isAvailable),
    productId: id.nullish().describe(`${texts.productId}; no dish can name its group`),
    quantity: z.int().min(1).max(1_000).default(1).describe(texts.quantity),
  })
  .meta({ id: 'ModifierOptionInput', description: 'A choice, new or changed' })
export type ModifierOptionInput = Readonly<z.output<typeof OptionInput>>

const fields = {
  name: name.describe(texts.groupName),
  min: bound.describe(texts.min),
  max: bound.describe(texts.max),
  options: z
    .array(OptionInput)
    .describe('All of them; the defaults alone satisfy min and max'),
}

export const ModifierGroupInput = z.object(fields).meta({
  id: 'ModifierGroupInput',
  description: 'A new modifier group',
  example: {
    name: 'Milk',
    min: 1,
    max: 1,
    options: [
      { name: 'Whole milk', isDefault: true },
      { name: 'Oat milk', priceCents: 50 },
    ],
  },
})
export type ModifierGroupInput = Readonly<z.output<typeof ModifierGroupInput>>

export const ModifierGroupPatch = z
  .object({
    name: fields.name.optional(),
    min: fields.min.optional(),
    max: fields.max.optional(),
    options: fields.options.optional(),
  })
  .meta({
    id: 'ModifierGroupPatch',
    description: 'Fields that are left out keep their values',
    example: { name: 'Milk' },
  })
export type ModifierGroupPatch = Readonly<z.output<typeof ModifierGroupPatch>>

/** The modifier groups that a product or dish names. */
export const modifierGroupIds = z
  .array(id)
  .max(maxGroups)
  .refine((ids) => new Set(ids).size === ids.length, 'names a group twice')
  .describe(texts.groupIds)

/** Group ids in responses. */
export const shownGroupIds = z.array(z.string()).describe(texts.groupIds)
