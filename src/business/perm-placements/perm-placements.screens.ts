import { client_placement_roles } from '#entity/roles.ts'
import type { MenuViewer } from '#entity/screen-facts.ts'
import type { Screen } from '#web/blocks/screen.ts'

/** Spec §6: shown when the business has placements or the permanent placement feature. */
const usesPerm = (viewer: MenuViewer): boolean =>
  viewer.features.includes('perm_placement') || viewer.has_perm_placements

export const perm_placements_screens: readonly Screen[] = [
  {
    path: 'contract/perm_placement',
    label: 'Perm Placements',
    short_label: 'Perm',
    menu: {
      agency: { place: 40, when: usesPerm },
      client: { place: 30, roles: client_placement_roles },
      funder: { place: 20 },
      provider: { place: 60 },
    },
    find: { place: 50, name: 'title' },
    list: () => import('./perm-placement.list.tsx').then((m) => m.perm_placement_list),
    record: () => import('./perm-placement.page.tsx').then((m) => m.PermPlacementPage),
    sub_pages: {
      'contract/new_perm_placement': () =>
        import('./new-perm-placement.form.tsx').then((m) => m.NewPermPlacementPage),
    },
  },
]
