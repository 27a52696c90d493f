import type { Screen } from '#web/blocks/screen.ts'
import { provider_staff } from '../shared/who-may.rules.ts'

export const document_templates_screens: readonly Screen[] = [
  {
    path: 'config/document_template',
    label: 'Document Templates',
    group: 'settings',
    menu: {
      agency: { more: 312, roles: ['agency_admin'] },
      provider: { place: 322, roles: provider_staff },
    },
    list: () => import('./document-template.list.tsx').then((m) => m.document_template_list),
    record: () => import('./document-template.page.tsx').then((m) => m.DocumentTemplatePage),
    sub_pages: {
      'config/new_document_template': () =>
        import('./new-document-template.form.tsx').then((m) => m.NewDocumentTemplatePage),
    },
  },
]
