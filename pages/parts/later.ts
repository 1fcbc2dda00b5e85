/**
 * Returns the address of a file that the page loads on first use, by its name before the
 * fingerprint, as the page was told when it was served.
 */
export function laterAddress(stem: string, suffix: '.js' | '.wasm'): string {
  const place = document.querySelector<HTMLElement>('[data-later]')
  const files = place?.dataset.later?.split(' ') ?? []
  const file = files.find((name) => name.startsWith(`${stem}-`) && name.endsWith(suffix))
  return `/${place?.id}/${file}`
}
