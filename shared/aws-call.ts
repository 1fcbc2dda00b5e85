import { createHash, createHmac } from 'node:crypto'

/** A call in the JSON protocol of AWS: one operation of a service, at its endpoint. */
export type AwsCall = {
  readonly service: string
  readonly region: string
  readonly endpoint: string
  /** Version and operation, such as `DynamoDB_20120810.PutItem`. */
  readonly target: string
  readonly body: string
}

export type AwsCredentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | null | undefined
}

const algorithm = 'AWS4-HMAC-SHA256'

/**
 * The headers of a call, signed with Signature Version 4 at a time in Unix ms. A program that
 * makes one kind of call needs no client of the SDK for it.
 */
export function signedHeaders(
  { service, region, endpoint, target, body }: AwsCall,
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  nowMs: number,
): Record<string, string> {
  const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.0',
    host: new URL(endpoint).host,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
    'x-amz-target': target,
  }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = ['POST', '/', '', lines.join(''), names, hashOf(body)].join('\n')
  const scope = [time.slice(0, 8), region, service, 'aws4_request']
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const credential = [accessKeyId, ...scope].join('/')
  const text = [algorithm, time, scope.join('/'), hashOf(request)].join('\n')
  const signature = hmac(key, text).toString('hex')
  return {
    ...headers,
    authorization: `${algorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest()
