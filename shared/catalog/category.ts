import * as z from 'zod'
import { nonBlank, recordId } from '../platform/validation/fields.ts'
import { failing } from '../platform/validation/parse.ts'

const categoryTypes = ['dish', 'ingredient', 'product'] as const

export const CategoryType = z
  .enum(categoryTypes, failing('malformedType'))
  .describe('What it groups')
export type CategoryType = z.output<typeof CategoryType>

export const Category = z
  .object({
    id: recordId(),
    name: z.string().describe('Unique among those of its type, such as Tea'),
  })
  .meta({ id: 'Category', description: 'A category of products, dishes or ingredients' })
export type Category = z.output<typeof Category>

export const CategoryQuery = z.object({ type: CategoryType })

export const CategoryInput = z
  .object(
    {
      type: CategoryType,
      name: nonBlank.describe('Unique among those of its type, such as Tea'),
    },
    failing('malformedType'),
  )
  .meta({ id: 'CategoryInput' })
