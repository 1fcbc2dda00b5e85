/** True if the shop has another page, as the running page was told when it was served. */
export const isServed = (page: 'office' | 'till'): boolean => {
  const { pages = '' } =
    document.querySelector<HTMLElement>('[data-pages]')?.dataset ?? {}
  return pages.split(' ').includes(page)
}
