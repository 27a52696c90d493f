import { client_cost_roles } from '#entity/roles.ts'
import type { Screen } from '#web/blocks/screen.ts'

export const corrections_screens: readonly Screen[] = [
  {
    path: 'transaction/refinement',
    label: 'Refinements',
    menu: {
      agency: { more: 110 },
      client: { more: 20, roles: client_cost_roles },
      contractor: { more: 20 },
      funder: { more: 60 },
      provider: { more: 140 },
    },
    list: () => import('./refinement.list.tsx').then((m) => m.refinement_list),
    record: () => import('./refinement.page.tsx').then((m) => m.RefinementPage),
  },
]
