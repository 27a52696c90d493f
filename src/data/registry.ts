import { access } from '#business/access.ts'
import { type Catalog, catalogOf } from './catalog.ts'

let made: Catalog | undefined

/** Every entity with its access declaration. Made at first use: a fault of a declaration then has a caller to tell. */
export function catalog(): Catalog {
  made ??= catalogOf(Object.values(access))
  return made
}
