import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import formats from 'ajv-formats'
import { type Json, type JsonObject, mapObjects } from '../../../infra/openapi/json.ts'
import {
  compiledFolder,
  documentFile,
  type ListedOperation,
  listFile,
  validatorName,
  validatorsFile,
} from './compiled.ts'
import { type Operation, operationsOf } from './operations.ts'
import { documentId, withinDocument } from './within-document.ts'

/**
 * Compiles the responses of docs/openapi.json to JavaScript, a file for each operation, so
 * that test processes need no compiler. Once for each version of the document.
 */
export function compileAnswers(): void {
  const folder = compiledFolder()
  if (existsSync(folder)) return
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const document = JSON.parse(readFileSync(documentFile, 'utf8')) as JsonObject
  const operations = operationsOf(document)
  const ajv = new Ajv2020({ strict: false, code: { source: true } })
  formats.default(ajv)
  ajv.addSchema(closed(document) as object, documentId)
  for (const operation of operations) {
    const file = join(unfinished, validatorsFile(operation.id))
    writeFileSync(file, validatorsOf(ajv, operation))
  }
  writeFileSync(join(unfinished, listFile), JSON.stringify(operations.map(listed)))
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another run has compiled the same version in between.
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true })
  }
}

/** The code of an operation's validators. */
function validatorsOf(ajv: Ajv2020, { id, responses }: Operation): string {
  const exported: Record<string, string> = {}
  for (const { status, contentType, schema, texts } of responses) {
    if (contentType === null || !schema) continue
    const name = validatorName(contentType, status)
    const $id = `${id}-${name}`
    const allOf = [
      withinDocument(closed(schema)),
      ...(texts.length > 0 ? [{ anyOf: texts }] : []),
    ]
    ajv.addSchema({ $id, allOf } as object)
    exported[name] = $id
  }
  return standalone.default(ajv, exported)
}

function listed({ id, method, path, responses }: Operation): ListedOperation {
  const byStatus = Map.groupBy(responses, ({ status }) => status)
  return {
    id,
    method,
    path,
    responses: Object.fromEntries(
      [...byStatus].map(([status, all]) => [status, all.map((each) => each.contentType)]),
    ),
    errorCodes: Object.fromEntries(
      responses.map(({ status, errorCodes }) => [status, errorCodes]),
    ),
    cookies: Object.fromEntries(
      responses
        .filter(({ cookies }) => cookies.always.length + cookies.renewed.length > 0)
        .map(({ status, cookies }) => [status, cookies]),
    ),
  }
}

/** An answer has no field that the document does not name. */
const closed = (schema: Json) =>
  mapObjects(schema, (object) =>
    object.type === 'object' && object.properties && !('additionalProperties' in object)
      ? { ...object, additionalProperties: false }
      : object,
  )
