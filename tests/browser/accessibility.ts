import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page, Viewport } from 'puppeteer-core'

const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Lists axe's violations of WCAG 2.2 AA once a page shows `ready`, each with its elements. */
export async function wcagViolations(
  page: Page,
  theme: string,
  viewport: Viewport,
  ready: string,
): Promise<string[]> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    // An element that fades in has no contrast yet.
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.setViewport(viewport)
  await page.waitForSelector(`[data-theme=${theme}] ${ready}`)
  // By evaluation, as the page's policy lets no other script in.
  await page.evaluate(axeScript)
  return page.evaluate(async () => {
    const { axe: checker } = window as typeof window & { axe: typeof axe }
    const found = await checker.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    )
  })
}
