import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import {
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
} from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type OutboundAnswer = { readonly status: number; readonly body: string }

/** Parts of a call that differ from call to call. */
type Sent = {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type OutboundLimits = {
  /** For the whole call, from the name's resolution to the last byte. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** Addresses that a call may reach; tests reach their own server on the loopback address. */
export type Network = {
  readonly resolve: (hostname: string) => Promise<readonly LookupAddress[]>
  readonly isAllowed: (address: string) => boolean
  /** The only one; absent for any. */
  readonly port?: number
  /** Allows http in place of https. */
  readonly plainHttp?: true
  /** Certificates to trust instead of the system's. */
  readonly ca?: string
}

const resolve = (hostname: string) => lookup(hostname, { all: true })

export const publicInternet: Network = { resolve, isAllowed: isPublicAddress, port: 443 }

/** This machine alone, for programs that are tried on it; the product never calls it. */
export const thisMachine: Network = {
  resolve,
  isAllowed: (address) => address === '::1' || address.startsWith('127.'),
  plainHttp: true,
}

const maxHeaderBytes = 8_192

/** Thrown when a call was not made or has no usable answer, with the reason. */
export class OutboundError extends Error {
  /** True if the server may have received it. */
  readonly wasSent: boolean

  constructor(reason: string, { wasSent = false, cause }: OutboundErrorOptions = {}) {
    super(reason, { cause })
    this.wasSent = wasSent
  }
}

type OutboundErrorOptions = { readonly wasSent?: boolean; readonly cause?: unknown }

/**
 * GETs an address that somebody else chose or serves: an https URL on the public
 * internet. The name is resolved once, every address it has must be public, and the
 * connection goes to one of these. No redirect is followed, nothing is decompressed, no
 * credentials are sent, TLS is verified. Throws OutboundError when the URL is refused,
 * nobody answers in time, or too much is sent.
 */
export const getOutside = (
  url: string,
  { timeoutMs, maxBytes }: OutboundLimits,
  network?: Network,
): Promise<OutboundAnswer> =>
  callOutside(url, { method: 'GET' }, timeoutMs, network, async (response) => ({
    status: response.statusCode ?? 0,
    body: await textOf(response, maxBytes),
  }))

/**
 * A POST under the same rules. Of the answer its status and Retry-After are read, and no byte of
 * its body.
 */
export const postOutside = (
  url: string,
  { headers, body }: Required<Pick<Sent, 'headers' | 'body'>>,
  timeoutMs: number,
  network?: Network,
): Promise<{ readonly status: number; readonly retryAfter: string | undefined }> =>
  callOutside(url, { method: 'POST', headers, body }, timeoutMs, network, (response) => {
    response.destroy()
    const { statusCode = 0, headers } = response
    return { status: statusCode, retryAfter: headers['retry-after'] }
  })

async function callOutside<T>(
  url: string,
  sent: Sent,
  timeoutMs: number,
  network: Network = publicInternet,
  take: (response: IncomingMessage) => T | Promise<T>,
): Promise<T> {
  const target = allowedUrl(url, network)
  const signal = AbortSignal.timeout(timeoutMs)
  let wasSent = false
  try {
    const call = callTo(target, sent, signal, network)
    const connected = target.protocol === 'http:' ? 'connect' : 'secureConnect'
    call.on('socket', (socket) =>
      socket.once(connected, () => {
        wasSent = true
      }),
    )
    return await take(await answerOf(call, sent.body))
  } catch (cause) {
    const silent = signal.aborted ? 'no answer in time' : 'no answer'
    const reason = cause instanceof OutboundError ? cause.message : silent
    throw new OutboundError(reason, { wasSent, cause })
  }
}

/**
 * The URL, unless its own text already says that it must not be called. Throws OutboundError
 * with the reason.
 */
export function allowedUrl(
  text: string,
  { isAllowed, port, plainHttp }: Network = publicInternet,
): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = plainHttp && url?.protocol === 'http:'
  if (!url || (url.protocol !== 'https:' && !isPlain)) {
    throw new OutboundError('not an https URL')
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('credentials in the URL')
  }
  if (port !== undefined && Number(url.port || 443) !== port) {
    throw new OutboundError('another port')
  }
  // The URL has read every spelling of an IPv4 address; these are never resolved
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) > 0 && !isAllowed(host)) throw new OutboundError('no public address')
  return url
}

const callTo = (
  url: URL,
  { method, headers }: Sent,
  signal: AbortSignal,
  network: Network,
): ClientRequest =>
  (url.protocol === 'http:' ? plainRequest : request)(url, {
    method,
    // A connection of its own: none is kept that was opened under another name
    agent: false,
    signal,
    lookup: lookupAllowed(network),
    maxHeaderSize: maxHeaderBytes,
    headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
    ...(network.ca !== undefined && { ca: network.ca }),
  })

function answerOf(call: ClientRequest, body?: string): Promise<IncomingMessage> {
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
  call.on('response', answered)
  call.on('error', reject)
  call.on('upgrade', (_response, socket) => {
    socket.destroy()
    reject(new OutboundError('an upgrade'))
  })
  call.end(body)
  return promise
}

/** Resolves a name for the connection itself, so that the checked address is the called one. */
const lookupAllowed =
  ({ resolve, isAllowed }: Network): LookupFunction =>
  async (hostname, { all }, callback) => {
    try {
      const addresses = await resolve(hostname)
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        throw new OutboundError('no public address')
      }
      if (all) callback(null, [...addresses])
      else callback(null, first.address, first.family)
    } catch (error) {
      callback(error as Error, '')
    }
  }

async function textOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop destroys the connection
    if (bytes > maxBytes) throw new OutboundError('too long an answer')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
