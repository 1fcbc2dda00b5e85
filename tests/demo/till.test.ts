import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'

const example = fileURLToPath(new URL('../../examples/till/main.ts', import.meta.url))

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
})
afterAll(() => shop.close())

it('the till of the examples sells for cash and over Lightning', async () => {
  const coffee = await till.createProduct(3)
  const terminal = spawn(process.execPath, [example, owner.name, owner.pin], {
    env: { ...process.env, POS_URL: shop.url },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let printed = ''
  terminal.stdout.on('data', (text: Buffer) => {
    printed += text.toString()
  })
  const answer = async (expected: RegExp) => {
    await expect.poll(() => printed).toMatch(expected)
    const [, found = ''] = expected.exec(printed) ?? []
    printed = ''
    return found
  }

  await answer(/1\. Coffee, 2\.50 USD\n> /)
  terminal.stdin.write('1\n1\ncash\n')
  await answer(/5\.00 USD in the cart\n> Sold for cash: order \S+\n> /)
  terminal.stdin.write('1\n1\ncash\nclear\n')
  await answer(/Not sold: too little is in stock/)
  terminal.stdin.write('1\nlightning\n')
  const invoice = await answer(/2500 sat, please: (\S+)\n/)
  await shop.node.pay({ invoice })
  await answer(/Sold over Lightning: order \S+\n/)
  expect(await till.stockOf(coffee)).toBe(0)

  terminal.stdin.write('quit\n')
  expect(await once(terminal, 'exit')).toEqual([0, null])
})
