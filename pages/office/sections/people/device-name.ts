/** In the order in which they are looked for: browsers name those that they descend from, too. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const

/**
 * Names a device by the User-Agent of its browser, such as "Chrome, Android"; another program
 * by its first word. Undefined without a User-Agent.
 */
export function deviceName(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent.includes(sign))?.[1]
  const known = [named(browsers), named(systems)].filter(Boolean)
  return known.length > 0 ? known.join(', ') : userAgent.split(/[\s/]/, 1)[0]
}
