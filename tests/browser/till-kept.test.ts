import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { removeFolder } from '../support/remove-folder.ts'
import { openShop } from '../support/shop.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { untilShown } from './hands.ts'

describe.skipIf(chromiumPath === undefined)('what a till keeps in its browser', () => {
  test('starts again without the network once it was opened', async () => {
    const shop = await openShop()
    const { browser } = await openProfile()
    const { page } = await browser.visit(`${shop.url}/till`)
    await page.waitForFunction(async () => (await caches.match('/till')) !== undefined)
    await shop.close()
    const again = await browser.visit(`${shop.url}/till`)
    await untilShown(again.page, 'The shop does not answer.')
  })
})

/** A browser with a profile of its own. */
async function openProfile() {
  const profile = await mkdtemp(join(tmpdir(), 'pos-profile-'))
  const browser = await openBrowser(profile)
  onTestFinished(async () => {
    await browser.close()
    await removeFolder(profile)
  })
  return { browser, profile }
}
