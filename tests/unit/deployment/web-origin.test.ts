import { expect, onTestFinished, test, vi } from 'vitest'
import { settings } from '../../../shared/platform/deployment/settings.ts'
import { webOrigin } from '../../../shared/platform/deployment/web-origin.ts'

test.each([
  ['https://till.example', 'https://till.example'],
  ['https://till.example/', 'https://till.example'],
  ['HTTPS://Till.example:443', 'https://till.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['http://[0:0:0:0:0:0:0:1]:03000', 'http://[::1]:3000'],
  ['http://till.example:80', 'http://till.example'],
  ['https://till.example:80', 'https://till.example:80'],
  ['https://caf\u00e9.example', 'https://xn--caf-dma.example'],
  ['http://192.168.1', 'http://192.168.0.1'],
  ['https://till.example.', 'https://till.example.'],
  ['https://till.example#', undefined],
  ['https://', undefined],
  ['null', undefined],
  ['', undefined],
  ['https://till.example/shop', undefined],
  ['https://till.example?', undefined],
  ['https://ana@till.example', undefined],
  ['ftp://till.example', undefined],
  ['till.example', undefined],
  ['*', undefined],
])('the origin of %s is %s', (text, origin) => {
  expect(webOrigin(text)).toBe(origin)
})

test('CORS_ORIGINS are normalized to the form that browsers send', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('CORS_ORIGINS', 'https://till.example/, HTTP://Localhost:3000')
  expect(settings.corsOrigins()).toEqual([
    'https://till.example',
    'http://localhost:3000',
  ])
})
