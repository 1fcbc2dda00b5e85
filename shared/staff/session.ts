/** Seconds that a session lives, and with it its refresh token: 30 days. */
export const sessionSeconds = 30 * 24 * 60 * 60
