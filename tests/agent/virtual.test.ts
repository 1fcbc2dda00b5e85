import { describe, expect, test } from 'vitest'
import { fileName } from '../../print-agent/printers/printers.ts'

describe('the file of a virtual receipt', () => {
  test.each([
    ['T-1', '0193c1d2-aaaa', 'T-1-0193c1d2'],
    ['../../etc/passwd', '0193c1d2', '______etc_passwd-0193c1d2'],
    ['a\\b:c*d\u0000', '0193c1d2', 'a_b_c_d_-0193c1d2'],
    ['', '../x', 'ticket-___x'],
    ['x'.repeat(300), '0193c1d2', `${'x'.repeat(80)}-0193c1d2`],
    ['€ 5', '0193c1d2', '__5-0193c1d2'],
  ])('of ticket %j, job %j is %s', (ticketId, jobId, expected) => {
    expect(fileName(ticketId, jobId)).toBe(expected)
  })
})
