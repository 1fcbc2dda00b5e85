import { settings } from './settings.ts'

/** True if pages of a browser origin may call this API; the origin as its header has it. */
export const isAllowedOrigin = (origin: string): boolean =>
  settings.corsOrigins().includes(origin) ||
  (settings.loopbackOrigins() && isLoopback(origin))

/** Browsers resolve `localhost` and addresses in 127.0.0.0/8 to this machine alone. */
const isLoopback = (origin: string): boolean =>
  /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(origin)
