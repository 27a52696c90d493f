/** The menu of a session, from the table of screens. */
import { type MenuEntry, type MenuViewer, menuOf, type ScreenFacts } from '#entity/screen-facts.ts'

/** The table also loads browser files, which this project does not compile. `as string` hides them: only facts are read. */
const { screens }: { readonly screens: readonly ScreenFacts[] } = await import(
  '#business/screens.ts' as string
)

export const menuFor = (viewer: MenuViewer): MenuEntry[] => menuOf(screens, viewer)
