import * as z from 'zod'

export type JsonSchema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly required?: readonly string[]
}

const known = new WeakMap<z.ZodType, JsonSchema>()

/** Returns the JSON schema of the values that a schema accepts, without references. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const made = known.get(schema) ?? inlined(schema)
  known.set(schema, made)
  return made
}

/** Schemas with a name are references to definitions, which are inlined here. */
function inlined(schema: z.ZodType): JsonSchema {
  const options = { io: 'input', unrepresentable: 'any' } as const
  const { $defs = {}, ...root } = z.toJSONSchema(schema, options)
  const inline = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inline)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...others } = node as { readonly $ref?: string }
    const all = Object.entries($ref ? { ...definitionOf($ref), ...others } : others)
    return Object.fromEntries(all.map(([name, value]) => [name, inline(value)]))
  }
  const definitionOf = ($ref: string) => $defs[$ref.replace('#/$defs/', '')] as object
  return inline(root) as JsonSchema
}
