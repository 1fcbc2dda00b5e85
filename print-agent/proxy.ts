import http from 'node:http'
import https from 'node:https'
import { log } from './log.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The proxy of HTTPS_PROXY and NO_PROXY, but not for a node on the shop's network. */
function proxyEnv({ env }: { env: Environment }, nodeUrl?: string) {
  const proxy = env.HTTPS_PROXY ?? env.https_proxy
  if (!proxy) return undefined
  const exempt = [env.NO_PROXY ?? env.no_proxy, nodeUrl && new URL(nodeUrl).hostname]
  return { HTTPS_PROXY: proxy, NO_PROXY: exempt.filter(Boolean).join(',') }
}

/** Sends the agent's https calls through the proxy of the environment, if it names one. */
export function useProxy(nodeUrl: string | undefined): void {
  const environment = proxyEnv(process, nodeUrl)
  if (!environment) return
  if (!http.setGlobalProxyFromEnv) {
    log('proxy-ignored', { reason: 'HTTPS_PROXY needs Node.js 24.14 or newer' })
    return
  }
  http.setGlobalProxyFromEnv(environment)
  log('proxy-used')
}

/** An agent for clients that make their own connections, through the same proxy. */
export const httpsAgent = (): https.Agent => {
  const environment = proxyEnv(process)
  return new https.Agent({
    keepAlive: true,
    ...(environment && { proxyEnv: environment }),
  })
}
