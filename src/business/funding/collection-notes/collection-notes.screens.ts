import { commission_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const collection_note_screens: readonly Screen[] = [
  {
    path: 'transaction/collection_note',
    label: 'Collection Notes',
    menu: { agency: { more: 120, roles: commission_roles }, provider: { more: 150 } },
    list: () => import('./collection-note.list.tsx').then((m) => m.collection_note_list),
    record: () => import('./collection-note.page.tsx').then((m) => m.CollectionNotePage),
    sub_pages: {
      'transaction/new_collection_note': () =>
        import('./collection-note-new.form.tsx').then((m) => m.NewCollectionNotePage),
    },
  },
]
