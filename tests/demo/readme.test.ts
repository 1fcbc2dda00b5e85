import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { logInAsOwner } from '../../infra/local/demo/owner.ts'
import { connect } from '../../shared/client/connect.ts'
import { openShop, type Shop } from '../support/shop.ts'

const root = join(import.meta.dirname, '../..')

let shop: Shop
beforeEach(async () => {
  shop = await openShop({ fresh: true, node: 'direct' })
})
afterEach(() => shop.close())

/** The commands of a page, after a heading and before the next one. */
function commandsOf(page: string, heading: string): string {
  const [, section = ''] = readFileSync(join(root, page), 'utf8').split(`${heading}\n`)
  const [text = ''] = section.split('\n## ')
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)]
  return blocks.map(([, commands = '']) => commands).join('\n')
}

/** Writes each answer's status to stderr, and each request's answer on a line of its own. */
const withStatuses = String.raw`
set -eu
curl() { command curl "$@" -w '%{stderr}%{http_code}\n%{stdout}\n'; }
`

it('the first sales go as the docs say in the shop of the demo', async () => {
  await logInAsOwner(connect({ baseUrl: shop.url }), shop)
  const commands = [
    commandsOf('README.md', '\n## The first sale'),
    commandsOf('docs/lightning.md', '# Sell over Lightning'),
  ].join('\n')
  const here = commands
    .replace('http://127.0.0.1:4000', shop.url)
    .replaceAll('cookies.txt', join(shop.dataDir, 'cookies.txt'))
  expect(here).not.toBe(commands)
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['-c', withStatuses + here],
    { cwd: root, env: { ...process.env, POS_NODE_PORT: new URL(shop.node.url).port } },
  )

  const statuses = stderr.trim().split('\n').map(Number)
  // Setup, login, product, sale, products, orders.
  expect(statuses.slice(0, 6)).toEqual([409, 200, 201, 201, 200, 200])
  // Renewal, invoice, and the sale before its payment, after it and again.
  expect(statuses.slice(6)).toEqual([200, 200, 202, 200, 200])

  const answers = stdout.split('\n').filter((line) => /^[[{]/.test(line))
  const [, sold, products, orders, pending, completed, again] = answers.map((line) =>
    JSON.parse(line),
  )
  expect(answers).toHaveLength(7)
  expect(products).toMatchObject([{ SKU: 'TEA-1', quantity: 3 }])
  expect(orders).toMatchObject([{ id: sold.orderId, userName: 'ana' }])
  expect(pending).toEqual({ status: 'pending' })
  expect(completed).toMatchObject({ status: 'completed' })
  expect(again).toEqual(completed)
})
