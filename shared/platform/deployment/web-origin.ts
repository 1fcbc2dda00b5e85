/** An http or https origin in the form that browsers send; undefined for another text. */
export function webOrigin(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return url.href === `${url.origin}/` ? url.origin : undefined
}
