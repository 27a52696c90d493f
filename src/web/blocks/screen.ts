/** One screen of the product as its room declares it in `<room>.screens.ts`: facts, and the parts to fetch on opening. */
import type { ComponentType } from 'react'
import type { Category } from '#entity/access.ts'
import type { ScreenFacts } from '#entity/screen-facts.ts'
import type { List } from '#web/list/model/list.ts'

/** A page reads its place and its session by `usePlace()` and `useSession()`. */
export type LoadPage = () => Promise<ComponentType>

export interface Screen extends ScreenFacts {
  /** Opens to everybody, whatever the menu holds (spec §2, always-open pages; own exports and imports). */
  readonly open?: true
  /** Fits under a thumb in the bottom bar. */
  readonly short_label?: string
  /** `g` then this letter opens the screen. */
  readonly go_letter?: string
  /** The palette finds records by id, and by the field `name`. It shows the name, or the name of the party. */
  readonly find?: { readonly place: number; readonly name?: string; readonly party?: string }
  readonly list?: (category: Category) => Promise<List>
  /** Stands before a list of the same path. */
  readonly page?: LoadPage
  /** Lists shown inside the page. */
  readonly inner_lists?: readonly (() => Promise<List>)[]
  /** `/{category}/{path}/{id}`. Opens to every reader of the record. */
  readonly record?: LoadPage
  /** Forms and steps behind the screen, by path. They open with it, and with the list's create button if there is one. */
  readonly sub_pages?: Readonly<Record<string, LoadPage>>
}
