/** What a page is besides its script and its style, which are `<name>.js` and `<name>.css`. */
export type BuiltPage = {
  readonly title: string
  /** Shown where a browser installs it; a page with a name has a manifest and a worker. */
  readonly app?: { readonly name: string; readonly shortName: string }
  /** Files of page-parts/icons. */
  readonly icons: readonly string[]
}

/** The pages that are built for browsers, by the group that serves each at `/<name>`. */
export const builtPages = {
  office: { title: 'Lightning POS', icons: ['icon.svg'] },
  till: {
    title: 'Till',
    app: { name: 'Lightning POS till', shortName: 'Till' },
    icons: ['icon.svg', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png'],
  },
  kitchen: { title: 'Kitchen', icons: ['icon.svg'] },
} as const satisfies Record<string, BuiltPage>

export type BuiltPageName = keyof typeof builtPages
