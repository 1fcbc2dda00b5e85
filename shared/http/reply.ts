import * as z from 'zod'
import { recordId } from '../validation/fields.ts'
import { wireShape } from './wire-shape.ts'

/** The content types of responses; all but JSON are sent as plain text. */
export type ContentType = 'application/json' | 'text/plain' | 'text/csv' | 'text/html'

/** How a handler's value becomes a response: one of the contract's success forms. */
export type Reply<Value = unknown, Wire = unknown> = {
  readonly status: number
  /** Holds no value: the type of the body as clients get it. */
  readonly wire?: Wire
  /** The body on the wire, for documents and tests. */
  readonly schema: z.ZodType | null
  readonly contentType: ContentType | null
  /** The body for the value a handler returned; undefined is an empty body. */
  readonly body: (value: Value) => unknown
  /** Whether it is a list that clients may read page by page. */
  readonly isList?: true
  /** The content types of files, which each say their own. */
  readonly mediaRange?: 'image/*' | 'image/png' | 'text/*'
  /** The name of a reply that is a refusal. */
  readonly errorCode?: string
  /** What a page may load and run, as a Content-Security-Policy; by default nothing. */
  readonly contentPolicy?: string
}

/** A reply of rows. Clients get an array; the text of a list without rows stands for []. */
export type ListReply<Value, Wire> = Reply<Value, Wire> & { readonly isList: true }

/** The value that a reply takes from its handler. */
export type ValueOf<R> = R extends Reply<infer Value, unknown> ? Value : never

type Created = { id: string }

/** A JSON body with every documented key, null where the value has none. */
export function json<S extends z.ZodType>(
  schema: S,
  status = 200,
): Reply<Loose<S>, z.output<S>> {
  const shape = wireShape(schema)
  return { status, schema, contentType: 'application/json', body: shape }
}

/** A JSON body that is made of another value. */
export const jsonOf = <Value, S extends z.ZodType>(
  schema: S,
  body: (value: Value) => z.output<S>,
  status = 200,
): Reply<Value, z.output<S>> => ({
  status,
  schema,
  contentType: 'application/json',
  body,
})

/** An array, in pages if the client asks; without rows the contract's bare string or []. */
export function list<S extends z.ZodType>(
  item: S,
  emptyText?: string,
): ListReply<readonly Loose<S>[], z.output<S>[]> {
  const shape = wireShape(item)
  const rows = z.array(item)
  return {
    status: 200,
    schema: emptyText === undefined ? rows : z.union([rows, z.literal(emptyText)]),
    contentType: 'application/json',
    body: (values) =>
      values.length === 0 && emptyText !== undefined ? emptyText : values.map(shape),
    isList: true,
  }
}

/** 201 `{id, message}`. */
export const created = <const Text extends string>(text: Text) => ({
  ...updated(text),
  status: 201,
})

/** 200 `{id, message}`. */
export const updated = <const Text extends string>(
  text: Text,
): Reply<Created, Created & { message: Text }> => ({
  status: 200,
  schema: z.object({ id: recordId(), message: z.literal(text) }),
  contentType: 'application/json',
  body: ({ id }) => ({ id, message: text }),
})

/** `{message}`. */
export const messageReply = <const Text extends string>(
  text: Text,
  status = 200,
): Reply<void, { message: Text }> => ({
  status,
  schema: z.object({ message: z.literal(text) }),
  contentType: 'application/json',
  body: () => ({ message: text }),
})

/** A bare JSON string. */
export const bareString = <const Text extends string>(
  text: Text,
  status = 200,
): Reply<void, Text> => ({
  status,
  schema: z.literal(text),
  contentType: 'application/json',
  body: () => text,
})

/** 200 with plain text. */
export const plainText: Reply<string, string> = {
  status: 200,
  schema: z.string(),
  contentType: 'text/plain',
  body: (text) => text,
}

/** 200 with comma-separated values. */
export const csv: Reply<string, string> = { ...plainText, contentType: 'text/csv' }

/** A file's content and the type it is sent under. A text is compressed on its way. */
export class FileContent {
  readonly content: Uint8Array | string
  readonly type: string
  readonly cacheControl: string

  /** A file never changes under its path, so clients may cache it for good unless told. */
  constructor(
    content: Uint8Array | string,
    type: string,
    cacheControl = 'public, max-age=31536000, immutable',
  ) {
    this.content = content
    this.type = type
    this.cacheControl = cacheControl
  }
}

/** 200 with a file, which never changes under its path. */
export const file = (
  mediaRange: NonNullable<Reply['mediaRange']>,
): Reply<FileContent, Blob> => ({
  status: 200,
  schema: null,
  contentType: null,
  body: (content) => content,
  mediaRange,
})

/** A text that changes with the deployment alone, and the tag of its version. */
export class VersionedText {
  readonly text: string
  readonly etag: string

  constructor(text: string, etag: string) {
    this.text = text
    this.etag = etag
  }
}

/** 200 with a versioned text, which clients may keep as long as its tag is the current one. */
export const versioned = (contentType: ContentType): Reply<VersionedText> => ({
  status: 200,
  schema: contentType === 'application/json' ? z.looseObject({}) : z.string(),
  contentType,
  body: (content) => content,
})

/** 304, for a client that has the current version. */
export const notModified: Reply<VersionedText> = {
  status: 304,
  schema: null,
  contentType: null,
  body: ({ etag }) => new VersionedText('', etag),
}

/** 200 without body. */
export const emptyBody: Reply<void, undefined> = {
  status: 200,
  schema: null,
  contentType: null,
  body: () => undefined,
}

/** 204. */
export const noContent: Reply<void, undefined> = { ...emptyBody, status: 204 }

/** One of several replies: a handler picks it by name with `alternative`. */
export class Alternative<Name extends string = string> {
  readonly name: Name
  readonly value: unknown

  constructor(name: Name, value: unknown) {
    this.name = name
    this.value = value
  }
}

/** Responds with the alternative reply that the endpoint declares under this name. */
export const alternative = <Name extends string>(name: Name, value?: unknown) =>
  new Alternative(name, value)

/** A schema's value in which keys that may be null may also be left out. */
export type Loose<S extends z.ZodType> = Loosen<z.input<S>>
type Loosen<T> = T extends readonly (infer Item)[]
  ? readonly Loosen<Item>[]
  : T extends object
    ? { [K in keyof T as null extends T[K] ? never : K]: Loosen<T[K]> } & {
        [K in keyof T as null extends T[K] ? K : never]?: Loosen<T[K]> | undefined
      }
    : T
