import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { log } from '../log.ts'
import type { Status } from './status.ts'
import type { StatusTexts } from './texts/en.ts'
import { type StatusLine, type StatusView, textsFor, viewOf } from './view.ts'

const refreshSeconds = 10

/** While the agent starts, the next look is worth more. */
const startingSeconds = 2

const style = `
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.2rem; } h2 { font-size: 1rem; margin: 1.6rem 0 .3rem; }
.headline { font-size: 1.4rem; font-weight: 600; padding: .7rem 1rem; border-radius: .5rem; }
.headline.good { background: #d8f3dc; color: #0b3d1e; }
.headline.bad { background: #ffd9d6; color: #5c0f0a; }
.headline.waiting { background: #fff0c2; color: #4a3800; }
dl { display: grid; grid-template-columns: minmax(9rem, auto) 1fr; gap: .25rem 1rem; margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
dd.good::before { content: '✓ '; } dd.bad::before { content: '✗ '; } dd.waiting::before { content: '… '; }
footer { margin-top: 2rem; font-size: .85rem; opacity: .75; }
`

/** Nothing is loaded from anywhere, and nothing runs but the one style. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The status as a page without scripts, which the browser loads again every 10 seconds. */
function statusPage(view: StatusView, texts: StatusTexts): string {
  const sections = view.sections.map(
    ({ title, lines, none }) =>
      `<h2>${escaped(title)}</h2>${lines.length > 0 ? list(lines) : `<p>${escaped(none)}</p>`}`,
  )
  return `<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${view.mood === 'waiting' ? startingSeconds : refreshSeconds}">
<title>${escaped(view.headline)} – ${escaped(texts.title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(texts.title)}</h1>
<p class="headline ${view.mood}" role="status">${escaped(view.headline)}</p>
${list(view.facts)}
${sections.join('\n')}
</main>
<footer>${escaped(texts.readOnly)}</footer>
</body>
</html>
`
}

const list = (lines: readonly StatusLine[]) =>
  `<dl>${lines
    .map(
      ({ mood, label, text }) =>
        `<dt>${escaped(label)}</dt><dd class="${mood}">${escaped(text)}</dd>`,
    )
    .join('\n')}</dl>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Serves the status page to this machine until `stop`, unless the port is 0. Without a
 * free port the agent runs without the page.
 */
export async function serveStatus(
  port: number,
  current: () => Status,
  stop: AbortSignal,
): Promise<void> {
  if (port === 0) return
  const server = createServer((request, response) => answer(request, response, current()))
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening', { signal: stop })
    log('status-page-open', { url: `http://localhost:${port}/` })
    await once(server, 'close', { signal: stop })
  } catch (error) {
    if (!stop.aborted) log('status-page-failed', { error })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

function answer(request: IncomingMessage, response: ServerResponse, status: Status) {
  const refused = refusalOf(request)
  if (refused) {
    response.writeHead(refused.status, { ...headers, ...refused.headers }).end()
    return
  }
  const texts = textsFor(request.headers['accept-language'])
  const page = statusPage(viewOf(status, texts), texts)
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'content-language': texts.language,
    vary: 'accept-language',
  })
  response.end(request.method === 'HEAD' ? undefined : page)
}

function refusalOf({ method = '', headers: { host = '' }, url }: IncomingMessage) {
  // A page elsewhere may have its own name lead to this machine, and read this page.
  if (!isThisMachine(host)) return { status: 421 }
  if (method !== 'GET' && method !== 'HEAD') {
    return { status: 405, headers: { allow: 'GET, HEAD' } }
  }
  return url === '/' ? undefined : { status: 404 }
}

const isThisMachine = (host: string) => /^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(host)
