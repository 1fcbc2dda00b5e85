/**
 * Options of a server whose clients reuse idle connections. Node closes one after 5 s by
 * default, and resets a request that is just being sent on it.
 */
export const keptAlive = { keepAliveTimeout: 75_000 }
