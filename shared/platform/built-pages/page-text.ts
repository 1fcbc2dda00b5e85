import type { BuiltPage } from './built-pages.ts'

type Parts = {
  readonly name: string
  readonly title: string
  /** URLs of the page's files; a blank one is left out. */
  readonly script: string
  /** Imports of the script, which the browser can load before it has read the script. */
  readonly preloaded: readonly string[]
  readonly style: string
  readonly icon: string
  readonly touchIcon: string
  readonly manifest: string | undefined
  /** Names of files that are loaded when first used. */
  readonly later: readonly string[]
} & Served

/** Facts that a page needs before it asks the API. */
export type Served = {
  readonly isLoginScreenPublic: boolean
  /** The names of the pages that the shop has, so that none links to one that is off. */
  readonly pages: readonly string[]
  /** True if the deployment has tills. */
  readonly hasTills: boolean
}

/** Returns the HTML of a page: its files, and the facts that it needs at its start. */
export const pageText = (parts: Parts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${grounds.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${grounds.dark}">
<title>${parts.title}</title>
<link rel="icon" href="${parts.icon}">
${parts.touchIcon && `<link rel="apple-touch-icon" href="${parts.touchIcon}">\n`}${
  parts.manifest ? `<link rel="manifest" href="${parts.manifest}">\n` : ''
}<link rel="stylesheet" href="${parts.style}">
${parts.preloaded.map((chunk) => `<link rel="modulepreload" href="${chunk}">\n`).join('')}<script type="module" src="${parts.script}"></script>
</head>
<body>
<div id="${parts.name}" data-public-login-screen="${parts.isLoginScreenPublic}" data-pages="${parts.pages.join(' ')}" data-tills="${parts.hasTills}" data-later="${parts.later.join(' ')}"></div>
<noscript>This page needs JavaScript. Esta página necesita JavaScript.</noscript>
</body>
</html>
`

/** The ground of pages/parts/style.css. */
const grounds = { light: '#f6f5f1', dark: '#121517' } as const

/** The manifest of a page that can be installed, with the addresses of its icons. */
export const manifestText = (
  name: string,
  app: NonNullable<BuiltPage['app']>,
  icons: readonly string[],
): string =>
  JSON.stringify({
    name: app.name,
    short_name: app.shortName,
    id: `/${name}`,
    start_url: `/${name}`,
    scope: `/${name}`,
    display: 'standalone',
    background_color: grounds.light,
    theme_color: grounds.light,
    icons: icons.map((src) => {
      const size = /-(\d+)-[^/]*\.png$/.exec(src)?.[1]
      return {
        src,
        sizes: size ? `${size}x${size}` : 'any',
        type: size ? 'image/png' : 'image/svg+xml',
        purpose: src.includes('maskable') ? 'maskable' : 'any',
      }
    }),
  })
