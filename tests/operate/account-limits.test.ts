import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { accountLimitsMet, awsCli } from '../../infra/operate/account-limits.ts'
import { aws } from './aws.ts'

const hourMs = 3_600_000

it.each([
  [
    'Access denied for operation: Your account must be verified before you can add new CloudFront resources.',
    'Open a support case',
  ],
  ['Invalid request: AWS::CloudFront::CachePolicy: TooManyCachePolicies', '20 policies'],
  ['Cannot exceed quota for RolesPerAccount: 1000 (Service: Iam)', 'L-FE177D64'],
])(
  'a stack that fails by "%s" says what to do, after that change alone',
  async (reason, todo) => {
    const met = () => accountLimitsMet('corner', Date.now() - hourMs)
    aws.failed('corner', reason)
    expect(await met()).toEqual([expect.stringContaining(todo)])
    aws.failed('corner', reason, 2 * hourMs)
    expect(await met()).toEqual([])
  },
)

it('a failure of another cause, or a stack without events, says nothing', async () => {
  expect(await accountLimitsMet('corner', 0)).toEqual([])
  aws.failed('corner', 'Resource creation cancelled')
  expect(await accountLimitsMet('corner', 0)).toEqual([])
})

it('the AWS CLI is asked for JSON; no output is an empty response', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aws-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  const script =
    '#!/bin/sh\n[ "$1" = iam ] && echo "{\\"asked\\":\\"$*\\"}"; [ "$1" != sts ]'
  writeFileSync(join(folder, 'aws'), script)
  chmodSync(join(folder, 'aws'), 0o700)
  const asked = 'iam get-account-summary --output json'
  expect(await awsCli(['iam', 'get-account-summary'])).toEqual({ asked })
  expect(await awsCli(['cloudfront', 'list-distributions'])).toEqual({})
  await expect(awsCli(['sts'])).rejects.toMatchObject({ code: 1 })
})
