/** A page without its script and style, which are `<name>.js` and `<name>.css`. */
export type BuiltPage = {
  readonly title: string
  /** Shown where a browser installs it; a page with a name has a manifest and a worker. */
  readonly app?: { readonly name: string; readonly shortName: string }
  /**
   * Files that are loaded when first used: scripts of pages/parts/later, and files of
   * packages.
   */
  readonly later?: {
    readonly scripts: readonly string[]
    readonly files: readonly string[]
  }
  /**
   * True if modules that it imports dynamically are files of their own, named by
   * `isChunk`.
   */
  readonly isSplit?: boolean
  /** Files of pages/parts/icons. */
  readonly icons: readonly string[]
}

/** True if a page's file is built as `<file>.br`, too: pictures are compressed already. */
export const isCompressible = (file: string) => /\.(js|css|svg|wasm)$/.test(file)

/** True for a file with modules of a split page; its name changes with its content. */
export const isChunk = (file: string) => /^chunk-.+\.js$/.test(file)

/** The chunks that a script imports before it runs. */
export const chunksOf = (script: string): readonly string[] =>
  [...script.matchAll(/(?:from|import)\s*"\.\/(chunk-[^"]+)"/g)].map(
    ([, file = '']) => file,
  )

/** The pages that are built for browsers, by the group that serves each at `/<name>`. */
export const builtPages = {
  office: {
    title: 'Lightning POS',
    isSplit: true,
    later: { scripts: ['qr-code'], files: [] },
    icons: ['icon.svg'],
  },
  till: {
    title: 'Till',
    isSplit: true,
    app: { name: 'Lightning POS till', shortName: 'Till' },
    later: {
      scripts: ['qr-code', 'reader'],
      files: ['zxing-wasm/reader/zxing_reader.wasm'],
    },
    icons: ['icon.svg', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png'],
  },
  kitchen: { title: 'Kitchen', icons: ['icon.svg'] },
} as const satisfies Record<string, BuiltPage>

export type BuiltPageName = keyof typeof builtPages
