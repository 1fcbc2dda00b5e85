/**
 * The address of what a page loads when that is first used, by its name before the fingerprint,
 * as the page was told when it was served.
 */
export function laterAddress(stem: string, suffix: '.js' | '.wasm'): string {
  const place = document.querySelector<HTMLElement>('[data-later]')
  const files = place?.dataset.later?.split(' ') ?? []
  const file = files.find((name) => name.startsWith(`${stem}-`) && name.endsWith(suffix))
  return `/${place?.id}/${file}`
}
