import type { LightningNode } from '../../shared/lightning/node/node.ts'
import { isPeerLost, type NodeInfo } from '../../shared/lightning/node/node-schemas.ts'
import { pause } from '../../shared/pause.ts'
import { log } from '../log.ts'

/** A start of the node passes through this state: twice in a row is no start. */
const lookMs = 15_000

export type NodePeer = ReturnType<typeof nodePeer>

/** Remembers whether the node has a line to its peer. */
export function nodePeer() {
  let isLost: boolean | undefined
  let wasLost = false
  let changed = new AbortController()
  const say = (now: boolean) => {
    if (now === (isLost ?? false)) {
      isLost = now
      return
    }
    isLost = now
    log('node-peer', { isLost })
    changed.abort()
    changed = new AbortController()
  }
  return {
    /** Undefined before the node's first answer. */
    isLost: () => isLost,
    /** Aborts with the next change. */
    change: (): AbortSignal => changed.signal,
    /** Looks at the node until `stop`. */
    watch: async ({ getInfo }: Pick<LightningNode, 'getInfo'>, stop: AbortSignal) => {
      while (!stop.aborted) {
        const info = await getInfo().catch((error: unknown): NodeInfo | undefined => {
          log('node-not-asked', { error })
          return undefined
        })
        const isNow = info !== undefined && isPeerLost(info)
        if (info) say(isNow && wasLost)
        wasLost = isNow
        await pause(lookMs, stop)
      }
    },
  }
}
