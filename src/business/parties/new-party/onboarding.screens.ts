import type { Screen } from '#web/blocks/screen.ts'
import { agency_writers, provider_staff } from '../../shared/who-may.rules.ts'

export const onboarding_screens: readonly Screen[] = [
  {
    path: 'request/draft_request',
    label: 'Drafts',
    menu: { agency: { more: 12, roles: agency_writers }, provider: { more: 42, roles: provider_staff } },
    list: () => import('./drafts.list.tsx').then((m) => m.drafts_list),
    record: () => import('./draft.page.tsx').then((m) => m.DraftPage),
  },
  {
    path: 'business/onboarding',
    label: 'Onboarding',
    menu: { agency: { more: 14 }, provider: { more: 44 } },
    list: () => import('./drafts.list.tsx').then((m) => m.onboarding_list),
  },
]
