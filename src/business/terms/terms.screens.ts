import { client_placement_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const terms_screens: readonly Screen[] = [
  {
    path: 'config/payment_terms',
    label: 'Payment Terms',
    menu: {
      agency: { more: 20 },
      client: { more: 40, roles: client_placement_roles },
      provider: { more: 50 },
    },
    list: () => import('./payment-terms.list.tsx').then((m) => m.payment_terms_list),
    sub_pages: {
      'config/new_payment_terms': () =>
        import('./new-payment-terms.form.tsx').then((m) => m.NewPaymentTermsPage),
    },
  },
  {
    path: 'config/ask_payment_terms',
    label: 'Ask Again',
    record: () => import('./ask-terms-again.form.tsx').then((m) => m.AskTermsAgainPage),
  },
]
