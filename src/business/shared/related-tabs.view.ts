/** Related-record tabs of spec §2: each list declares its own tab and the categories that have it. */
import type { RelatedTab } from '#web/blocks/RelatedTabs.tsx'

type TabOf = (field: string, id: string) => RelatedTab

/** A tab whose rows name the record in one field. */
export const tabOf =
  (tab: Omit<RelatedTab, 'scope'>): TabOf =>
  (field, id) => ({ ...tab, scope: { [field]: { _eq: id } } })
