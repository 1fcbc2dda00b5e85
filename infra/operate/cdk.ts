import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Runs the CDK CLI with these arguments in a region; returns its exit code. */
export type Cdk = (args: readonly string[], region: string) => Promise<number>

const root = join(import.meta.dirname, '../..')

/** The CDK CLI of this repository, with this terminal as its own. */
export const cdk: Cdk = (args, region) =>
  new Promise((resolve, reject) => {
    const program = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk')
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, AWS_REGION: region },
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
