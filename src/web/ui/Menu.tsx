import { LazyPopup } from './LazyPopup.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { MenuProps } from './MenuPopup.tsx'

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
