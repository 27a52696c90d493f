import { createContext, useContext } from 'react'
import type { Entities } from '#entity/path.ts'

/** Entities that relations lead to, by path. Given by the app, since the layers below it may not reach into the business. */
const EntitiesContext = createContext<Entities>({})
export const EntitiesProvider = EntitiesContext.Provider

export function useEntities(): Entities {
  return useContext(EntitiesContext)
}
