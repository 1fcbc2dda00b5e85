declare module 'postject' {
  /** Puts data into an executable of any system, under a name. */
  export function inject(
    path: string,
    name: string,
    data: Buffer,
    options: { readonly sentinelFuse: string },
  ): Promise<void>
}
