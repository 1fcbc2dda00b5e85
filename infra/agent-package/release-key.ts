import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The public half, in the repository: builds put it into the agent. */
const publicKeyFile = join(root, 'print-agent/packaging/release-key.pem')

const pem = { type: 'spki', format: 'pem' } as const

/**
 * Reads the private key. Throws unless it belongs to the public key that agents in shops
 * have.
 */
export function readReleaseKey(path: string, publicFile = publicKeyFile): KeyObject {
  const key = createPrivateKey(readFileSync(path))
  const committed = existsSync(publicFile) ? readFileSync(publicFile, 'utf8') : ''
  if (createPublicKey(key).export(pem) !== committed) {
    throw new Error(`${path} does not belong to ${publicFile}`)
  }
  return key
}

/** The public half of a private key, as PEM. */
export const publicHalf = (key: KeyObject): string =>
  createPublicKey(key).export(pem).toString()

/** Makes a release key: the private half at `path`, outside the repository. */
function makeReleaseKey(path: string, publicFile = publicKeyFile): void {
  const fromRoot = relative(root, resolve(path))
  if (!fromRoot.startsWith('..') && !isAbsolute(fromRoot)) {
    throw new Error('The private key stays outside the repository')
  }
  if (existsSync(publicFile)) {
    throw new Error(
      `There is a release key already (${publicFile}): agents in shops take no other one`,
    )
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(path, privatePem, { mode: 0o600, flag: 'wx' })
  writeFileSync(publicFile, publicKey.export(pem))
}

/*
 * `npm run agent-release-key -- <file>`: makes the key that signs releases of the agent, once.
 */
if (import.meta.main) {
  const [, , path] = process.argv
  if (!path) {
    console.error('Usage: npm run agent-release-key -- <file outside the repository>')
    process.exit(64)
  }
  makeReleaseKey(path)
  console.log(`The private key is in ${path}: keep it, and a copy, away from this machine.
Commit ${publicKeyFile}.`)
}
