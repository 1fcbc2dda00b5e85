/**
 * A picture's URL as it is stored. If it begins with one of the API's own URLs, only its
 * path is stored, so that clients load the picture from the base URL they use themselves.
 */
export function pictureToStore<Url extends string | null | undefined>(
  url: Url,
  ownUrls: readonly string[],
): Url | string {
  if (!url || !URL.canParse(url)) return url
  // Normalizes the case of the host and removes a default port
  const { href } = new URL(url)
  const root = ownUrls
    .map((own) => new URL(`${own}/`).href)
    .find((each) => href.startsWith(each))
  return root === undefined ? url : href.slice(root.length - 1)
}
