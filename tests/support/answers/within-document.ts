import { type Json, mapObjects } from '../../../infra/openapi/json.ts'

/** The id under which a compiler of schemas has the whole document. */
export const documentId = 'pos:document'

/** A schema of the document whose references lead into the whole document. */
export const withinDocument = (schema: Json): Json =>
  mapObjects(schema, (object) =>
    typeof object.$ref === 'string'
      ? { ...object, $ref: `${documentId}${object.$ref}` }
      : object,
  )
