import type { Mutation } from './mutation.ts'

/** Bugs by which an open page shows what is no longer so. */
export const pageBugs: readonly Mutation[] = [
  {
    name: 'a page reads no more after an answer that was lost',
    file: 'pages/till/shop/follow.ts',
    from: 'if (isLive) retry = setTimeout',
    to: 'if (!isLive) retry = setTimeout',
  },
  {
    name: 'a page takes no notice of the version that heartbeats tell',
    file: 'pages/till/shop/follow.ts',
    from: "event.type === 'catalogue.version' && event.version !== version",
    to: "event.type === 'catalogue.version' && version === ''",
  },
  {
    name: 'a tax moves no version',
    file: 'shared/selling/till-data/moved-by.ts',
    from: "[taxesKey.sk]: { part: 'taxes', shown: whole },",
    to: '',
  },
]
