import { MIMEType } from 'node:util'

/** The files of a multipart form, without empty ones; none when the body is not such a form. */
export async function filesOf(body: Buffer, contentType = ''): Promise<Uint8Array[]> {
  const form = await readForm(body, contentType)
  const files = [...(form?.values() ?? [])].filter((part) => part instanceof File)
  const contents = await Promise.all(files.map((each) => each.arrayBuffer()))
  return contents
    .filter(({ byteLength }) => byteLength > 0)
    .map((content) => new Uint8Array(content))
}

async function readForm(body: Buffer, contentType: string) {
  try {
    const headers = { 'content-type': contentType }
    const form = withPercentEncodedQuotes(body, contentType)
    return await new Response(form, { headers }).formData()
  } catch {
    return undefined
  }
}

/**
 * The form with quotes in names written as browsers do, %22: Node's parser rejects the
 * backslash that other clients put before a quote. Contents stay as they are.
 */
function withPercentEncodedQuotes(
  body: Buffer,
  contentType: string,
): Uint8Array<ArrayBuffer> {
  const boundary = new MIMEType(contentType).params.get('boundary')
  const delimiter = `\r\n--${boundary}\r\n`
  const parts = `\r\n${body.toString('latin1')}`.split(delimiter).map(withPlainHeaders)
  return new Uint8Array(Buffer.from(parts.join(delimiter).slice(2), 'latin1'))
}

function withPlainHeaders(part: string): string {
  const end = part.indexOf('\r\n\r\n')
  return part.slice(0, end).replaceAll(escapedQuote, '%22') + part.slice(end)
}

/** A quote at the end of the value closes it: then the name ends with a backslash. */
const escapedQuote = /\\"(?!\s*(?:;|\r\n|$))/g
