import type { Metafile } from 'esbuild'

/** Bytes that each function loads at its start. */
export function bundleSizes({ outputs }: Metafile): Map<string, number> {
  const sizes = Object.entries(outputs).flatMap(([file, { bytes }]) => {
    const [, name] = /([^/]+)\/index\.mjs$/.exec(file) ?? []
    return name === undefined ? [] : [[name, bytes] as const]
  })
  return new Map(sizes)
}
