/** Event of Web NFC for a card that was read: browsers' types do not know it. */
type Reading = Event & {
  readonly message: {
    readonly records: readonly { readonly data?: DataView }[]
  }
}

/** Reads cards that are held to the device. */
export type NfcReader = EventTarget & {
  readonly scan: (options: { readonly signal: AbortSignal }) => Promise<void>
}

/** Undefined where the browser has no Web NFC: Chrome on Android has it, on https. */
export function openNfcReader(): NfcReader | undefined {
  const { NDEFReader } = globalThis as { NDEFReader?: new () => NfcReader }
  return NDEFReader && new NDEFReader()
}

/** The address that a Lightning card says; undefined for any other card. */
export function lnurlOf(event: Event): string | undefined {
  const { records } = (event as Reading).message
  const texts = records.map(({ data }) => new TextDecoder().decode(data))
  return texts.find((text) => /^(lnurlw:|lightning:|https:)/i.test(text))
}
