import type { ServerResponse } from 'node:http'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** Sends a function's result as an HTTP API interprets it. */
export function sendResult(response: ServerResponse, result: unknown): void {
  if (!isStructured(result)) {
    const body = typeof result === 'string' ? result : JSON.stringify(result)
    sendResult(response, {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body,
    })
    return
  }
  const { headers = {}, cookies, body = '', isBase64Encoded } = result
  response.statusCode = Number(result.statusCode)
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, String(value))
  }
  if (cookies?.length) response.setHeader('set-cookie', cookies)
  if (body !== '' && !response.hasHeader('content-type')) {
    response.setHeader('content-type', 'text/plain;charset=utf-8')
  }
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  // A response to HEAD has no body but states its length.
  if (bytes.length > 0) response.setHeader('content-length', bytes.length)
  response.end(bytes)
}

/** Sends one of API Gateway's own error responses. */
export function sendMessage(
  response: ServerResponse,
  statusCode: number,
  message: string,
): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response.statusCode = statusCode
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ message }))
}

const isStructured = (result: unknown): result is APIGatewayProxyStructuredResultV2 =>
  typeof result === 'object' && result !== null && 'statusCode' in result
