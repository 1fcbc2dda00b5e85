import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resources } from '../deployment/resources.ts'
import { settings } from '../deployment/settings.ts'
import { Failure } from '../failure.ts'
import { FileContent } from '../http/reply.ts'
import { servedUnlessKnown, tagOf } from '../http/serve-versioned.ts'

type Content = {
  /** The page, also for shops whose login screen is public. */
  readonly pages: Record<'open' | 'closed', ReturnType<typeof servedUnlessKnown>>
  /** What the page loads, by names that change with the content. */
  readonly assets: ReadonlyMap<string, FileContent>
}

/** A bolt, for the browser's tab. */
const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='4' fill='%23155f59'/><path d='M9 2 4 9h3l-1 5 6-7H9z' fill='white'/></svg>"

let reading: Promise<Content> | undefined

/** The built files, read at the first request. */
function read() {
  reading ??= readFiles(resources.officePageFolder() || import.meta.dirname)
  return reading
}

async function readFiles(folder: string): Promise<Content> {
  const [script, style] = await Promise.all([
    readFile(join(folder, 'office.js'), 'utf8'),
    readFile(join(folder, 'office.css'), 'utf8'),
  ])
  const names = {
    script: `office-${tagOf(script)}.js`,
    style: `office-${tagOf(style)}.css`,
  }
  return {
    pages: {
      open: servedUnlessKnown(pageWith(names, true)),
      closed: servedUnlessKnown(pageWith(names, false)),
    },
    assets: new Map([
      [names.script, new FileContent(script, 'text/javascript;charset=utf-8')],
      [names.style, new FileContent(style, 'text/css;charset=utf-8')],
    ]),
  }
}

/** A handler that sends the page of GET /office. */
export const readPage = async () =>
  (await read()).pages[settings.publicLoginScreen() ? 'open' : 'closed']

/** A file of the page by its name. Throws `notFound`. */
export async function readAsset(name: string): Promise<FileContent> {
  const asset = (await read()).assets.get(name)
  if (!asset) throw new Failure('notFound')
  return asset
}

const pageWith = (
  { script, style }: { script: string; style: string },
  publicLoginScreen: boolean,
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lightning POS</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/office/${style}">
<script type="module" src="/office/${script}"></script>
</head>
<body>
<div id="office" data-public-login-screen="${publicLoginScreen}"></div>
<noscript>This page needs JavaScript. Esta página necesita JavaScript.</noscript>
</body>
</html>
`
