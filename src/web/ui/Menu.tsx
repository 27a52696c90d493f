import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { LazyPopup } from './LazyPopup.tsx'
import { lazyPart } from './lazy-part.tsx'

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

export interface MenuProps {
  trigger: ReactElement<object>
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
}

const MenuPopup = lazyPart(
  () => import('./MenuPopup.tsx').then((m) => m.MenuPopup),
  ({ trigger }: MenuProps) => trigger,
)

/** A button with a menu, loaded when pointer or focus comes near. */
export function Menu(props: MenuProps) {
  return (
    <LazyPopup trigger={props.trigger} kind="menu" fetch={MenuPopup.fetch}>
      <MenuPopup {...props} />
    </LazyPopup>
  )
}
