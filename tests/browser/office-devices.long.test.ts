import { expect, onTestFinished, test } from 'vitest'
import { openShop, owner, webhookSecret } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'

test.skipIf(chromiumPath === undefined)(
  'an owner sets a printer up, chooses its paper, prints again and connects a computer',
  async () => {
    const shop = await openShop({ agent: true })
    onTestFinished(() => shop.close())
    const admin = await shop.admin()
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const { page, problems } = await browser.visit(`${shop.url}/office#devices`)
    const desktop = { width: 1_280, height: 900 }
    await page.setViewport(desktop)
    const press = async (label: string, among = 'button') =>
      (await pressable(page, label, { among })).click()
    const closed = () => page.waitForFunction(() => !document.querySelector('dialog'))
    const fits = async () =>
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    await page.waitForSelector('[name=name]')
    await page.type('[name=name]', owner.name, { delay: personMs })
    await page.type('[name=pin]', owner.pin, { delay: personMs })
    await page.keyboard.press('Enter')

    await untilShown(page, 'No printer is set up yet.')
    await press('Add a printer')
    await page.select('dialog [name=printer]', 'customer')
    await press('Add a printer')
    await closed()
    await press('Test print')
    await untilShown(page, 'The test is being printed.')
    const [config] = (await admin.get('/printers/configs')).body
    expect(config).toMatchObject({ printerName: 'customer', isDefault: true })

    await press('Papers')
    await page.waitForSelector('img.paper-picture')
    await page.select('[name=template]', 'Bill')
    await press('Save')
    await untilShown(page, 'It counts from the next print.')
    expect((await admin.get('/printers/configs')).body[0].templateName).toBe('Bill')
    expect(await wcagViolations(page, 'light', desktop, 'img.paper-picture')).toEqual([])

    await press('Prints')
    await untilShown(page, 'Test page')
    await expect
      .poll(async () => {
        await page.mouse.move(200 + Math.random() * 100, 300)
        return page.$eval('main', ({ innerText }) => innerText)
      })
      .toContain('printed')
    await press('Print a copy')
    await untilShown(page, 'A copy is being printed.')
    const copies = (await admin.get('/printers/jobs')).body.filter(
      ({ copy }: { copy: boolean }) => copy,
    )
    expect(copies).toHaveLength(1)
    expect(await wcagViolations(page, 'dark', desktop, 'table')).toEqual([])

    await press('Computers')
    await untilShown(page, 'test agent')
    await press('Connect a computer')
    await press('Connect a computer')
    await untilShown(page, 'Run this on the computer.')
    const command = await page.$eval('.command', ({ textContent }) => textContent)
    expect(command).toContain(`lightning-pos-agent enrol ${shop.url}`)
    await untilShown(page, 'not connected yet')
    expect(
      await wcagViolations(page, 'light', { width: 390, height: 844 }, '.command'),
    ).toEqual([])
    await fits()
    await press('Connect a Lightning node')
    await page.waitForSelector('[name=wallet-password]')
    await page.type('[name=wallet-password]', owner.password, { delay: personMs })
    await page.keyboard.press('Enter')
    await untilShown(page, 'webhook-secret=')
    const lines = await page.$eval('pre', ({ innerText }) => innerText.split('\n'))
    expect(lines).toEqual([
      expect.stringMatching(/^http-password=[0-9a-f]{64}$/),
      expect.stringMatching(/^http-password-limited-access=[0-9a-f]{64}$/),
      `webhook=${new URL(shop.url).origin}/webhook/phoenixd`,
      `webhook-secret=${webhookSecret}`,
    ])
    expect(problems).toEqual([])
  },
)

test.skipIf(chromiumPath === undefined)(
  'a kitchen gets its screen by the address and its code',
  async () => {
    const shop = await openShop()
    onTestFinished(() => shop.close())
    const admin = await shop.admin()
    await admin.put('/config', { businessType: 'restaurant', businessName: 'Corner' })
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const { page } = await browser.visit(`${shop.url}/office#devices`)
    await page.setViewport({ width: 390, height: 844 })
    await page.waitForSelector('[name=name]')
    await page.type('[name=name]', owner.name, { delay: personMs })
    await page.type('[name=pin]', owner.pin, { delay: personMs })
    await page.keyboard.press('Enter')
    await (await pressable(page, 'Kitchen screens')).click()
    await untilShown(page, `${shop.url}/kitchen`)
    await page.waitForSelector('.screen-code path:not([d=""])')
  },
)
