import packageJson from '../package.json' with { type: 'json' }

/**
 * Release that the build writes into a bundle; undefined when the agent runs from its sources.
 */
declare const BUILT_RELEASE:
  | { readonly version: string; readonly releaseKey: string | null }
  | undefined

const built = typeof BUILT_RELEASE === 'undefined' ? undefined : BUILT_RELEASE

/** The agent's version, which it reports with each heartbeat. */
export const agentVersion = built?.version ?? packageJson.version

/** The public half of the release key as PEM; null in a development build. */
export const releaseKey = built?.releaseKey ?? null
