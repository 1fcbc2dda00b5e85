import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The operations of IPP that CUPS asks for, by their codes. */
const operations = {
  printJob: 0x0002,
  validateJob: 0x0004,
  createJob: 0x0005,
  sendDocument: 0x0006,
  cancelJob: 0x0008,
  jobAttributes: 0x0009,
  printerAttributes: 0x000b,
}

const ok = 0x0000
const attributesNotSupported = 0x040b

type Attribute = readonly [tag: number, name: string, ...values: (number | string)[]]

const keyword = 0x44
const enumeration = 0x23
const integer = 0x21
const uri = 0x45

const operationGroup = 0x01
const jobGroup = 0x02
const printerGroup = 0x04

/** Starts an IPP printer that records the documents it takes. */
export async function startIppPrinter() {
  const documents: Buffer[] = []
  const behaviour = {
    /** Takes jobs and refuses their documents. */
    refuses: false,
    /** Keeps its jobs, and says this of itself, such as `media-empty-warning`. */
    waits: undefined as string | undefined,
  }
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => {
        response.writeHead(200, { 'content-type': 'application/ipp' })
        response.end(answerTo(body))
      },
      () => response.destroy(),
    )
  })

  function answerTo(body: Buffer): Buffer {
    const operation = body.readUInt16BE(2)
    const isDocument =
      operation === operations.sendDocument || operation === operations.printJob
    const isRefused = isDocument && behaviour.refuses
    const document = body.subarray(documentAt(body))
    if (isDocument && !isRefused && document.length > 0) documents.push(document)
    return Buffer.concat([
      Buffer.of(2, 0, ...uint16(isRefused ? attributesNotSupported : ok)),
      body.subarray(4, 8),
      group(operationGroup, [
        [0x47, 'attributes-charset', 'utf-8'],
        [0x48, 'attributes-natural-language', 'en'],
      ]),
      operation === operations.printerAttributes
        ? group(printerGroup, printerAttributes())
        : group(jobGroup, jobAttributes()),
      Buffer.of(0x03),
    ])
  }

  const printerUri = () =>
    `ipp://127.0.0.1:${(server.address() as AddressInfo).port}/ipp/print`

  const printerAttributes = (): Attribute[] => [
    [uri, 'printer-uri-supported', printerUri()],
    [keyword, 'uri-authentication-supported', 'none'],
    [keyword, 'uri-security-supported', 'none'],
    [0x42, 'printer-name', 'test'],
    [enumeration, 'printer-state', behaviour.waits ? 4 : 3],
    [keyword, 'printer-state-reasons', behaviour.waits ?? 'none'],
    [keyword, 'ipp-versions-supported', '1.1', '2.0'],
    [enumeration, 'operations-supported', ...Object.values(operations)],
    [0x22, 'printer-is-accepting-jobs', 1],
    [integer, 'queued-job-count', 0],
    [0x49, 'document-format-supported', 'application/octet-stream'],
    [0x49, 'document-format-default', 'application/octet-stream'],
  ]

  const jobAttributes = (): Attribute[] => [
    [integer, 'job-id', 1],
    [uri, 'job-uri', `${printerUri()}/1`],
    [enumeration, 'job-state', behaviour.waits ? 5 : 9],
    [keyword, 'job-state-reasons', behaviour.waits ? 'job-printing' : 'none'],
  ]

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    uri: printerUri(),
    documents,
    behaviour,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const uint16 = (value: number) => [value >> 8, value & 0xff]

function group(tag: number, attributes: readonly Attribute[]): Buffer {
  const encoded = attributes.flatMap(([tag, name, ...values]) =>
    values.map((value, at) => {
      const bytes = valueBytes(tag, value)
      const named = at === 0 ? name : ''
      return Buffer.concat([
        Buffer.of(tag, ...uint16(named.length)),
        Buffer.from(named),
        Buffer.of(...uint16(bytes.length)),
        bytes,
      ])
    }),
  )
  return Buffer.concat([Buffer.of(tag), ...encoded])
}

function valueBytes(tag: number, value: number | string): Buffer {
  if (typeof value === 'string') return Buffer.from(value)
  if (tag === 0x22) return Buffer.of(value)
  return Buffer.of(0, 0, ...uint16(value))
}

/** Returns the end of a request's attributes, where its document begins. */
function documentAt(body: Buffer): number {
  for (let at = 8; at < body.length; ) {
    const tag = body.readUInt8(at)
    at += 1
    if (tag === 0x03) return at
    if (tag < 0x10) continue
    at += 2 + body.readUInt16BE(at)
    at += 2 + body.readUInt16BE(at)
  }
  return body.length
}
