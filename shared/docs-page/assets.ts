import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import swaggerUi from 'swagger-ui-dist/package.json' with { type: 'json' }
import { Failure } from '../failure.ts'
import { FileContent } from '../http/reply.ts'
import { tagOf } from '../http/serve-versioned.ts'

const { version } = swaggerUi
const javascript = 'text/javascript;charset=utf-8'
const css = 'text/css;charset=utf-8'

/** Starts Swagger UI. It asks no validator, and sends the cookies that a login has set. */
const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  withCredentials: true,
})
`

const style = `body { margin: 0; }
.links { font-family: sans-serif; padding: 0.75rem 1.25rem; }
`

/** Names of the page's files, which change with their content. */
export const names = {
  library: `swagger-ui-bundle-${version}.js`,
  theme: `swagger-ui-${version}.css`,
  start: `start-${tagOf(start)}.js`,
  style: `style-${tagOf(style)}.css`,
} as const

/** Their content by name: no other file can be asked for. */
const assets: ReadonlyMap<string, () => Promise<FileContent>> = new Map([
  [names.library, vendored('swagger-ui-bundle.js', javascript)],
  [names.theme, vendored('swagger-ui.css', css)],
  [names.start, async () => new FileContent(start, javascript)],
  [names.style, async () => new FileContent(style, css)],
])

/** Reads a file of the page by its name. Throws `notFound`. */
export function readAsset(name: string): Promise<FileContent> {
  const read = assets.get(name)
  if (!read) throw new Failure('notFound')
  return read()
}

/** A file that the bundle has beside it, or else one of node_modules; read when it is asked for. */
function vendored(name: string, type: string) {
  return async () => {
    const beside = fileURLToPath(new URL(name, import.meta.url))
    const { resolve } = createRequire(import.meta.url)
    const path = existsSync(beside) ? beside : resolve(`swagger-ui-dist/${name}`)
    return new FileContent(await readFile(path, 'utf8'), type)
  }
}
