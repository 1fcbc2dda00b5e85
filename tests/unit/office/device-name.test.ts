import { expect, test } from 'vitest'
import { deviceName } from '../../../pages/office/sections/people/device-name.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
test.each([
  [
    `Mozilla/5.0 (Linux; Android 14) ${webKit} Chrome/120.0 Mobile Safari/537.36`,
    'Chrome, Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/120.0 Safari/537.36 Edg/120.0`,
    'Edge, Windows',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${webKit} Version/17.0 Safari/604.1`,
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0',
    'Firefox, Linux',
  ],
  ['curl/8.5.0', 'curl'],
  [null, undefined],
])('a device is named by what it says of itself: %#', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
