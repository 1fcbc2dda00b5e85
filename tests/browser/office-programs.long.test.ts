import { expect, onTestFinished, test } from 'vitest'
import { openReceiver } from '../support/receiver.ts'
import { openShop, owner } from '../support/shop.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'

test.skipIf(chromiumPath === undefined)(
  'an owner gives programs a key and a webhook, and takes them back',
  async () => {
    const shop = await openShop()
    onTestFinished(() => shop.close())
    const admin = await shop.admin()
    const receiver = await openReceiver()
    onTestFinished(() => receiver.close())
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const { page, problems } = await browser.visit(`${shop.url}/office#programs`)
    await page.setViewport({ width: 1_280, height: 900 })
    const press = async (label: string, among = 'button') =>
      (await pressable(page, label, { among })).click()
    const type = (name: string, text: string) =>
      page.type(`dialog [name=${name}]`, text, { delay: personMs })
    const closed = () => page.waitForFunction(() => !document.querySelector('dialog'))
    await page.waitForSelector('[name=name]')
    await page.type('[name=name]', owner.name, { delay: personMs })
    await page.type('[name=pin]', owner.pin, { delay: personMs })
    await page.keyboard.press('Enter')

    await untilShown(page, 'No program has a key.')
    await press('Add a key')
    await type('key-name', 'Web shop')
    await (await page.waitForSelector('dialog [name=products_read]'))?.click()
    await press('Add a key')
    await untilShown(page, 'It is shown this once')
    const secret = await page.$eval('code.secret', (code) => code.textContent)
    const call = () =>
      shop.anonymous().get('/products', { authorization: `Bearer ${secret}` })
    expect((await call()).status).toBe(200)
    await page.keyboard.press('Escape')
    await closed()
    await untilShown(page, '1 permission')
    await press('Revoke')
    await untilShown(page, 'This cannot be undone.')
    await press('Revoke')
    await closed()
    await untilShown(page, 'No program has a key.')
    expect((await admin.get('/api-keys')).body).toEqual([])

    await press('Webhooks')
    await press('Add a webhook')
    const field = await page.waitForSelector('dialog [name=webhook-url]')
    await field?.evaluate((each) => (each as HTMLInputElement).select())
    await type('webhook-url', receiver.url)
    await press('A sale', 'label')
    await press('Add a webhook')
    await untilShown(page, 'The secret of the webhook')
    await page.keyboard.press('Escape')
    await closed()
    await press(receiver.url)
    await press('Send a test')
    await untilShown(page, 'It is on its way.')
    await expect
      .poll(async () => {
        await press('Look again')
        return page.$eval('dialog', ({ innerText }) => innerText)
      })
      .toMatch(/Test[\s\S]*delivered/)
    await press('Send again')
    await expect.poll(() => receiver.received.length).toBeGreaterThan(1)
    await press('Turn off')
    await untilShown(page, 'Nothing is sent there until')
    await press('Turn off')
    await untilShown(page, 'switched off')

    await page.keyboard.press('Escape')
    await closed()
    await press('Alerts')
    await press('Stock', 'label')
    await expect
      .poll(async () => (await admin.get('/admin/notification-preferences')).body)
      .toMatchObject([{ category: 'stock', inAppEnabled: false }])
    await press('Export')
    await press('Download the shop')
    await untilShown(page, 'records read')
    await expect
      .poll(async () => (await admin.get('/audit?kind=export')).body.length)
      .toBeGreaterThan(0)
    expect(problems).toEqual([])
  },
)
