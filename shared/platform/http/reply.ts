import * as z from 'zod'
import { recordId } from '../validation/fields.ts'
import { wireShape } from '../validation/wire-shape.ts'

/** The content types of responses; all but JSON are sent as plain text. */
export type ContentType =
  | 'application/json'
  | 'application/x-ndjson'
  | 'text/plain'
  | 'text/csv'
  | 'text/html'

/** Turns a handler's value into a response: one of the contract's success forms. */
export type Reply<Value = unknown> = {
  readonly status: number
  /** The body on the wire, for documents and tests. */
  readonly schema: z.ZodType | null
  readonly contentType: ContentType | null
  /** The body for the value a handler returned; undefined is an empty body. */
  readonly body: (value: Value) => unknown
  /** True for a list that clients may read page by page. */
  readonly isList?: true
  /** The content types of files, which each say their own. */
  readonly mediaRange?: 'image/*' | 'image/png' | 'text/*' | '*/*'
  /** The name of a reply that is a refusal. */
  readonly errorCode?: string
  /** The path that a redirect names. */
  readonly location?: string
  /** The request headers on which it depends which of the replies is given. */
  readonly vary?: string
  /** Sources that a page may load and run, as a Content-Security-Policy; by default none. */
  readonly contentPolicy?: string
  /** Device features that a page may use, such as the camera; by default none. */
  readonly deviceFeatures?: readonly string[]
}

/** The value that a reply takes from its handler. */
export type ValueOf<R> = R extends Reply<infer Value> ? Value : never

/** A JSON body that is made of another value. */
export const jsonOf = <Value, S extends z.ZodType>(
  schema: S,
  body: (value: Value) => z.output<S>,
  status = 200,
): Reply<Value> => ({ status, schema, contentType: 'application/json', body })

/** A JSON body with every documented key, null where the value has none. */
export const json = <S extends z.ZodType>(schema: S, status = 200): Reply<Loose<S>> =>
  jsonOf(schema, wireShape(schema) as (value: Loose<S>) => z.output<S>, status)

/** An array, in pages if the client asks; without rows the contract's bare string or []. */
export function list<S extends z.ZodType>(
  item: S,
  emptyText?: string,
): Reply<readonly Loose<S>[]> {
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

/** The fields of `shape`, and then the message. */
export const withMessage = <Shape extends z.ZodRawShape>(
  shape: Shape,
  message: string,
  status = 200,
): Reply<Loose<z.ZodObject<Shape>>> => {
  const fields = wireShape(z.object(shape))
  return {
    status,
    schema: z.object({ ...shape, message: z.literal(message) }),
    contentType: 'application/json',
    body: (value) => ({ ...(fields(value) as object), message }),
  }
}

/** 201 `{id, message}`. */
export const created = (text: string) => withMessage({ id: recordId() }, text, 201)

/** 200 `{id, message}`. */
export const updated = (text: string) => withMessage({ id: recordId() }, text)

/** `{message}`. */
export const messageReply = (message: string): Reply<void> =>
  jsonOf(z.object({ message: z.literal(message) }), () => ({ message }))

/** A bare JSON string. */
export const bareString = (text: string, status = 200): Reply<void> =>
  jsonOf(z.literal(text), () => text, status)

/** 200 with plain text. */
export const plainText: Reply<string> = {
  status: 200,
  schema: z.string(),
  contentType: 'text/plain',
  body: (text) => text,
}

/** 200 with comma-separated values. */
export const csv: Reply<string> = { ...plainText, contentType: 'text/csv' }

/** 200 with a JSON value a line. */
export const ndjson: Reply<string> = { ...plainText, contentType: 'application/x-ndjson' }

type FileOptions = {
  /** By default clients may keep a file for good: it never changes under its path. */
  readonly cacheControl?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The Content-Security-Policy of a script that runs apart from a page, as a service worker. */
  readonly contentPolicy?: string
  /** The content as Brotli, for clients that accept it. */
  readonly brotli?: Uint8Array
}

/** A file's content and the type it is sent under. A text is compressed on its way. */
export class FileContent {
  readonly content: Uint8Array | string
  readonly type: string
  readonly cacheControl: string
  readonly options: FileOptions

  constructor(content: Uint8Array | string, type: string, options: FileOptions = {}) {
    this.content = content
    this.type = type
    this.cacheControl = options.cacheControl ?? 'public, max-age=31536000, immutable'
    this.options = options
  }
}

/** 200 with a file, which never changes under its path. */
export const file = (
  mediaRange: NonNullable<Reply['mediaRange']>,
): Reply<FileContent> => ({
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

/** A page that a handler makes for each request, as `FileContent` with its policies. */
export const html = (status = 200, errorCode?: string): Reply<FileContent> => ({
  status,
  schema: z.string(),
  contentType: 'text/html',
  body: (content) => content,
  ...(errorCode !== undefined && { errorCode }),
})

/** 200 with a versioned text, which clients may keep as long as its tag is the current one. */
export const versioned = (contentType: ContentType): Reply<VersionedText> => ({
  status: 200,
  schema: contentType === 'application/json' ? z.looseObject({}) : z.string(),
  contentType,
  body: (content) => content,
})

/** JSON with the tag of its version: a value, or its text in gzip, made once for all. */
export class TaggedJson<Value = unknown> {
  readonly content: Value | Uint8Array
  readonly version: string

  constructor(content: Value | Uint8Array, version: string) {
    this.content = content
    this.version = version
  }

  /** Weak, as the text may be compressed on its way. */
  get etag(): string {
    return `W/"${this.version}"`
  }
}

/** 200 with JSON that clients may keep as long as its tag is the current one. */
export const tagged = <S extends z.ZodType>(schema: S): Reply<TaggedJson<Loose<S>>> => {
  const shape = wireShape(schema)
  return {
    status: 200,
    schema,
    contentType: 'application/json',
    body: ({ content, version }) =>
      new TaggedJson(content instanceof Uint8Array ? content : shape(content), version),
  }
}

/** 304, for a client that has the current JSON. */
export const jsonNotModified: Reply<TaggedJson> = {
  status: 304,
  schema: null,
  contentType: null,
  body: (content) => content,
}

/**
 * Replies 200 with a page that runs its own scripts and calls its own API, whose
 * WebSocket `'self'` covers; it reaches no other host. `images` are the sources of its
 * pictures, `deviceFeatures` the features of the device that it uses, by the names of
 * Permissions-Policy. It runs its own WebAssembly only if told.
 */
export const page = (
  images: string,
  deviceFeatures: readonly string[] = [],
  runsWebAssembly = false,
): Reply<VersionedText> => ({
  ...versioned('text/html'),
  deviceFeatures,
  contentPolicy: [
    "default-src 'none'",
    `script-src 'self'${runsWebAssembly ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self'",
    `img-src ${images}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
})

/** 304, for a client that has the current version. */
export const notModified: Reply<VersionedText> = {
  status: 304,
  schema: null,
  contentType: null,
  body: ({ etag }) => new VersionedText('', etag),
}

/** 200 without body. */
export const emptyBody: Reply<void> = {
  status: 200,
  schema: null,
  contentType: null,
  body: () => undefined,
}

/** 302 to another path of this API. */
export const redirect = (location: string, vary?: string): Reply<void> => ({
  ...emptyBody,
  ...(vary !== undefined && { vary }),
  status: 302,
  location,
})

/** 204. */
export const noContent: Reply<void> = { ...emptyBody, status: 204 }

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
