import swaggerUi from 'swagger-ui-dist/package.json' with { type: 'json' }
import { required } from '../../failure.ts'
import { readVendoredFile } from '../../vendored-file.ts'
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

/** A file of Swagger UI, read when it is asked for. */
const ofLibrary = (name: string, type: string) => async () => {
  const content = await readVendoredFile(`swagger-ui-dist/${name}`)
  return new FileContent(content.toString(), type)
}

/** Names of the page's files, which change with their content. */
export const names = {
  library: `swagger-ui-bundle-${version}.js`,
  theme: `swagger-ui-${version}.css`,
  start: `start-${tagOf(start)}.js`,
  style: `style-${tagOf(style)}.css`,
} as const

/** Their content by name: no other file can be asked for. */
const assets: ReadonlyMap<string, () => Promise<FileContent>> = new Map([
  [names.library, ofLibrary('swagger-ui-bundle.js', javascript)],
  [names.theme, ofLibrary('swagger-ui.css', css)],
  [names.start, async () => new FileContent(start, javascript)],
  [names.style, async () => new FileContent(style, css)],
])

/** Reads a file of the page by its name. Throws `notFound`. */
export const readAsset = (name: string): Promise<FileContent> =>
  required(assets.get(name))()
