import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface MenuAction {
  readonly label: string
  readonly icon?: LucideIcon
  readonly run: () => void
  readonly tone?: 'danger'
  /** Disabled with a reason instead of vanishing. */
  readonly disabledReason?: string | null | undefined
  readonly checked?: boolean
  readonly hint?: ReactNode
}
export type MenuEntry = MenuAction | { readonly heading: string } | 'line'
