import type { Screen } from '#web/blocks/screen.ts'

export const imports_screens: readonly Screen[] = [
  {
    path: 'platform/import',
    label: 'Imports',
    open: true,
    list: () => import('./import.list.tsx').then((m) => m.import_list),
    record: () => import('./import.page.tsx').then((m) => m.ImportPage),
    sub_pages: {
      'platform/new_import': () => import('./new-import.form.tsx').then((m) => m.NewImportPage),
    },
  },
]
