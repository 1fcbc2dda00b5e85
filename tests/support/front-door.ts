import { expect } from 'vitest'
import { Browser } from './browser.ts'
import { openShop } from './shop.ts'

/** The API's own host; a sibling, whose relay passes requests on to the API; a foreign one. */
export const pos = 'https://pos.shop.example'
export const till = 'https://till.shop.example'
export const elsewhere = 'https://elsewhere.example'
export const socket = 'wss://pos.shop.example/ws/payments'

/** The shop's owner. */
export const ana = { name: 'Ana', pin: '4321' }

const secret = 'the secret of the front door'

/** Opens a shop behind a front door, which only browsers reach, and sets it up. */
export async function openBehindFrontDoor(options: Readonly<Record<string, string>>) {
  const shop = await openShop({ fresh: true, frontDoorSecret: secret, options })
  const newBrowser = () => new Browser(shop.url, secret)
  const { status, body } = await newBrowser().send(
    { from: pos },
    'POST',
    `${pos}/initial-setup`,
    {
      businessType: 'store',
      businessName: 'Corner Shop',
      businessCurrency: 'USD',
      userName: ana.name,
      userPassword: 'open sesame',
      userPin: ana.pin,
    },
  )
  expect(status).toBe(201)
  return { shop, newBrowser, roleId: body.roleId as string }
}
