import * as z from 'zod'
import { exampleOf, type Resolve } from './examples.ts'
import { type Json, type JsonObject, mapObjects, textOf } from './json.ts'

/** Direction of a schema: clients send it, or get it. */
export type Direction = 'input' | 'output'

/** The JSON Schemas of a document, in which a noun is a component under its id. */
export type Schemas = {
  /** The schema of a body or parameter; nouns in it are references. */
  readonly of: (schema: z.ZodType, direction: Direction) => JsonObject
  /** The noun that a reference in these schemas leads to. */
  readonly resolve: Resolve
  /** Every noun that was referred to, by its name; nouns that clients send have an example. */
  readonly components: () => JsonObject
  /**
   * A copy in which nouns have their final names, and none has metadata about examples.
   * Call it when all schemas are made.
   */
  readonly named: (document: JsonObject) => JsonObject
}

const prefix = '#/components/schemas/'

/**
 * Collects the schemas of a document. A noun that clients send in another form than they
 * get it, for example without its defaults, is two components: Noun and NounInput.
 */
export function collectSchemas(): Schemas {
  const nouns = {
    input: new Map<string, JsonObject>(),
    output: new Map<string, JsonObject>(),
  }

  const finalName = (direction: Direction, name: string): string => {
    const other = nouns.output.get(name)
    const differs =
      other !== undefined &&
      JSON.stringify(nouns.input.get(name) ?? other) !==
        JSON.stringify(other).replaceAll('"#/nouns/output/', '"#/nouns/input/')
    return direction === 'input' && differs ? `${name}Input` : name
  }

  const named = (document: JsonObject): JsonObject =>
    mapObjects(document, ({ example: _example, ...object }) => {
      const [direction, name] = partsOf(textOf(object.$ref))
      return name === undefined
        ? object
        : { ...object, $ref: prefix + finalName(direction, name) }
    }) as JsonObject

  const resolve: Resolve = (reference) => {
    const [direction, name = ''] = partsOf(reference)
    return nouns[direction].get(name) ?? {}
  }

  return {
    named,
    resolve,
    of: (schema, direction) => {
      // The schema is wrapped, so that a noun at the root is a reference, too.
      const { properties, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), {
        io: direction,
        unrepresentable: 'any',
        override: tidy,
      }) as unknown as { properties: { root: Json }; $defs?: JsonObject }
      const placed = (json: Json) =>
        mapObjects(json, (object) =>
          typeof object.$ref === 'string'
            ? {
                ...object,
                $ref: object.$ref.replace('#/$defs/', `#/nouns/${direction}/`),
              }
            : object,
        ) as JsonObject
      for (const [name, json] of Object.entries($defs)) {
        nouns[direction].set(name, placed(json))
      }
      return placed(properties.root)
    },
    components: () => {
      const all = (['output', 'input'] as const).flatMap((direction) =>
        [...nouns[direction]].map(
          ([name, json]) =>
            [
              finalName(direction, name),
              direction === 'input' && !('enum' in json)
                ? { ...json, examples: [exampleOf(json, resolve, name)] }
                : json,
            ] as const,
        ),
      )
      all.sort(([one], [other]) => (one < other ? -1 : 1))
      return Object.fromEntries(all)
    },
  }
}

/** The direction and the noun of a reference. */
const partsOf = (reference: string) =>
  (/^#\/nouns\/(\w+)\/(.+)$/.exec(reference)?.slice(1) ?? []) as [Direction, string?]

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** Removes parts of no use to a reader: limits of exact numbers, closed objects, `oneOf`. */
const tidy: Override = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.oneOf) {
    jsonSchema.anyOf = jsonSchema.oneOf
    delete jsonSchema.oneOf
  }
  // A value that may also be null takes the description of its other type
  const texts = jsonSchema.anyOf?.flatMap(({ description = [] }) => description)
  if (texts?.length === 1) jsonSchema.description ??= texts[0] ?? ''
}
