import type { Screen } from '#web/blocks/screen.ts'

export const signing_screens: readonly Screen[] = [
  {
    path: 'platform/document',
    label: 'Signed Document',
    record: () => import('./signature-document.page.tsx').then((m) => m.SignatureDocumentPage),
  },
]
