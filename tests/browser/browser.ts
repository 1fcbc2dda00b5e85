import { existsSync } from 'node:fs'
import puppeteer, { type Page } from 'puppeteer-core'

/** A page, the addresses it has requested, and what went wrong in it. */
export type Visit = {
  readonly page: Page
  readonly requested: readonly string[]
  readonly problems: readonly string[]
}

/**
 * Path of chromium, preferably the one without windows, which takes a fifth less time;
 * undefined on a machine without it: the tests that need it are skipped, and with CI=true
 * they fail.
 */
export const chromiumPath = findChromium()

function findChromium(): string | undefined {
  const places = [
    process.env.CHROME_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
  ]
  const found = places.find((path) => path && existsSync(path))
  if (found) return found
  const missing = `There is no chromium at ${places.filter(Boolean).join(', ')}`
  if (process.env.CI === 'true') throw new Error(missing)
  // The reporter shows what a failed test has printed to the console, and nothing else.
  process.stderr.write(`${missing}: the tests in a browser are skipped.\n`)
  return undefined
}

/**
 * Starts a browser that resolves no name, so that nothing leaves this machine. It stores
 * its data in `profile`, a folder; without one only until it is closed. Its camera shows
 * the film in the Y4M file `film`.
 */
export async function openBrowser({
  profile,
  film,
}: {
  readonly profile?: string
  readonly film?: string
} = {}) {
  const browser = await puppeteer.launch({
    executablePath: chromiumPath ?? '',
    timeout: 120_000,
    ...(profile !== undefined && { userDataDir: profile }),
    args: [
      // Chromium's sandbox refuses root, whom containers run as.
      '--no-sandbox',
      '--disable-dev-shm-usage',
      ...(film === undefined
        ? []
        : [
            '--use-fake-ui-for-media-stream',
            '--use-fake-device-for-media-stream',
            `--use-file-for-fake-video-capture=${film}`,
          ]),
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
  return {
    close: () => browser.close(),
    /** Ends all its processes at once, as a machine without power does. */
    kill: async () => {
      const child = browser.process()
      if (child?.pid === undefined) throw new Error('no process')
      const ended = new Promise((resolve) => child.once('exit', resolve))
      process.kill(-child.pid, 'SIGKILL')
      await ended
    },
    visit: async (url: string): Promise<Visit> => {
      const page = await browser.newPage()
      page.setDefaultTimeout(60_000)
      const requested: string[] = []
      const problems: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith('data:')) requested.push(request.url())
      })
      page.on('requestfailed', (request) => {
        // The page gives up what it needs no more
        if (request.failure()?.errorText === 'net::ERR_ABORTED') return
        problems.push(`failed: ${request.url()}`)
      })
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      await page.goto(url)
      return { page, requested, problems }
    },
  }
}
