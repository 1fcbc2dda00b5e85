import { describe, expect, it } from 'vitest'
import { changedSettings } from '../../infra/operate/shop-settings.ts'

describe("a change of a shop's settings", () => {
  it('keeps the others, and has each value as the deployment would', () => {
    const before = { verifyCheckout: 'true', accessTokenSeconds: '90' }
    expect(
      changedSettings(before, [
        'verifyCheckout=no',
        'timeZone=europe/zurich',
        'openingHours=07:00-23:00',
        'corsOrigins= https://a.example, https://b.example',
      ]),
    ).toEqual({
      verifyCheckout: 'false',
      accessTokenSeconds: '90',
      timeZone: 'Europe/Zurich',
      openingHours: '07:00-23:00',
      corsOrigins: 'https://a.example,https://b.example',
    })
  })

  it('without a value leaves it to the deployment', () => {
    const before = { verifyCheckout: 'true', accessTokenSeconds: '90' }
    expect(changedSettings(before, ['verifyCheckout='])).toEqual({
      accessTokenSeconds: '90',
    })
  })

  it.each([
    ['verifyCheckout=maybe', 'verifyCheckout: must be true or false'],
    ['accessTokenSeconds=0', 'must be a whole number of seconds'],
    ['timeZone=Mars', 'must be a time zone'],
    ['corsOrigins=till', 'must be origins'],
    ['openingHours=07:00-23:00', 'timeZone: is missing'],
    ['shopDomain=corner.example', 'shopDomain is not a setting of a shop'],
    ['constructor=1', 'constructor is not a setting'],
    ['verifyCheckout', 'Write name=value'],
  ])('%s is refused in one line', (change, said) => {
    const attempt = () => changedSettings({}, [change])
    expect(attempt).toThrow(said)
    expect(attempt).not.toThrow('\n')
  })
})
