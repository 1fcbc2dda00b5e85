import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { configVariable, type Environment } from '../settings.ts'

/** Where an installed agent has its configuration and its state. */
export type Installation = { readonly configFolder: string; readonly stateDir: string }

const installations: Readonly<Partial<Record<NodeJS.Platform, Installation>>> = {
  linux: {
    configFolder: '/etc/lightning-pos-agent',
    stateDir: '/var/lib/lightning-pos-agent',
  },
  darwin: {
    configFolder: '/usr/local/etc/lightning-pos-agent',
    stateDir: '/usr/local/var/lightning-pos-agent',
  },
  win32: {
    configFolder: 'C:\\ProgramData\\lightning-pos-agent',
    stateDir: 'C:\\ProgramData\\lightning-pos-agent\\state',
  },
}

/** The installation on this machine; undefined for an agent in a folder of its own. */
export function installation(): Installation | undefined {
  const known = installations[process.platform]
  return known && existsSync(known.configFolder) ? known : undefined
}

const fileName = 'agent.json'

/**
 * The configuration file: the one that was named, the one of the environment, `agent.json` in
 * the current folder, or the installed agent's. It need not exist.
 */
export function configPathOf(named: string | undefined, env: Environment): string {
  const chosen = named ?? env[configVariable]
  if (chosen !== undefined) return chosen
  const installed = installation()
  if (!installed || existsSync(fileName)) return fileName
  return join(installed.configFolder, fileName)
}
