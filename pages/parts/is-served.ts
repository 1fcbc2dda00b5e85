/** True if the shop has another page, as the running page was told when it was served. */
export const isServed = (page: 'office' | 'till'): boolean => {
  const { pages = '' } = served()
  return pages.split(' ').includes(page)
}

/** True if the deployment has tills. */
export const hasTills = (): boolean => served().tills === 'true'

const served = () => document.querySelector<HTMLElement>('[data-pages]')?.dataset ?? {}
