/**
 * The cookies of one API, for platforms that keep none, such as Node. In browsers it stays
 * empty: they hide Set-Cookie from scripts.
 */
export function storeCookies(
  cookies: Map<string, string>,
  setCookies: readonly string[],
): void {
  for (const setCookie of setCookies) {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(setCookie) ?? []
    // The API deletes a cookie by sending it without a value.
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** The Cookie header; undefined without cookies. */
export const cookieHeader = (cookies: ReadonlyMap<string, string>): string | undefined =>
  cookies.size > 0
    ? [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    : undefined
