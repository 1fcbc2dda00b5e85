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

const startTill = (pin: string) =>
  spawn(process.execPath, [example, owner.name, pin], {
    env: { ...process.env, POS_URL: shop.url },
    stdio: ['pipe', 'pipe', 'pipe'],
  })

it('the example till reports a wrong PIN in one line', async () => {
  const terminal = startTill('0000')
  let told = ''
  terminal.stderr.on('data', (text: Buffer) => {
    told += text.toString()
  })
  expect(await once(terminal, 'close')).toEqual([1, null])
  expect(told).toBe('auth.login: Invalid credentials\n')
})

it('the till of the examples sells for cash and over Lightning', async () => {
  const coffee = await till.createProduct(3)
  const terminal = startTill(owner.pin)
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
  const invoice = await answer(/\d+ sat, please: (\S+)\n/)
  await shop.node.pay({ invoice })
  await answer(/Sold over Lightning: order \S+\n/)
  expect(await till.stockOf(coffee)).toBe(0)

  // Input that ends while a command runs ends it as `quit` does
  terminal.stdin.end('1\ncash\n')
  expect(await once(terminal, 'exit')).toEqual([0, null])
})
