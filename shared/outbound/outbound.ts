import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type OutboundAnswer = { readonly status: number; readonly body: string }

type OutboundLimits = {
  /** For the whole call, from the name's resolution to the last byte. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** What a call may reach; tests reach their own server on the loopback address. */
export type Network = {
  readonly resolve: (hostname: string) => Promise<readonly LookupAddress[]>
  readonly isAllowed: (address: string) => boolean
  readonly port: number
  /** Certificates to trust instead of the system's. */
  readonly ca?: string
}

const publicInternet: Network = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  isAllowed: isPublicAddress,
  port: 443,
}

const maxHeaderBytes = 8_192

/** Why a call was not made or has no usable answer. */
export class OutboundError extends Error {
  /** Whether the server may have received it. */
  readonly wasSent: boolean

  constructor(reason: string, { wasSent = false, cause }: OutboundErrorOptions = {}) {
    super(reason, { cause })
    this.wasSent = wasSent
  }
}

type OutboundErrorOptions = { readonly wasSent?: boolean; readonly cause?: unknown }

/**
 * A GET to an address that somebody else chose or serves: an https URL on the public internet.
 * The name is resolved once, every address it has must be public, and the connection goes to
 * one of these. No redirect is followed, nothing is decompressed, no credentials are sent, TLS is
 * verified. Throws OutboundError when the URL is refused, nobody answers in time, or too much is sent.
 */
export async function getOutside(
  url: string,
  { timeoutMs, maxBytes }: OutboundLimits,
  network: Network = publicInternet,
): Promise<OutboundAnswer> {
  const target = allowedUrl(url, network)
  const signal = AbortSignal.timeout(timeoutMs)
  let wasSent = false
  try {
    const call = callTo(target, signal, network)
    call.on('socket', (socket) =>
      socket.once('secureConnect', () => {
        wasSent = true
      }),
    )
    const response = await answerOf(call)
    return { status: response.statusCode ?? 0, body: await textOf(response, maxBytes) }
  } catch (cause) {
    const silent = signal.aborted ? 'no answer in time' : 'no answer'
    const reason = cause instanceof OutboundError ? cause.message : silent
    throw new OutboundError(reason, { wasSent, cause })
  }
}

/** The URL, unless its own text already says that it must not be called. */
function allowedUrl(text: string, { isAllowed, port }: Network): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:') throw new OutboundError('not an https URL')
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('credentials in the URL')
  }
  if (Number(url.port || 443) !== port) throw new OutboundError('another port')
  // The URL has read every spelling of an IPv4 address; these are never resolved
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) > 0 && !isAllowed(host)) throw new OutboundError('no public address')
  return url
}

const callTo = (url: URL, signal: AbortSignal, network: Network): ClientRequest =>
  request(url, {
    // A connection of its own: none is kept that was opened under another name
    agent: false,
    signal,
    lookup: lookupAllowed(network),
    maxHeaderSize: maxHeaderBytes,
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    ...(network.ca !== undefined && { ca: network.ca }),
  })

function answerOf(call: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
  call.on('response', answered)
  call.on('error', reject)
  call.on('upgrade', (_response, socket) => {
    socket.destroy()
    reject(new OutboundError('an upgrade'))
  })
  call.end()
  return promise
}

/** Resolves a name for the connection itself, so that what is judged is what is called. */
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
