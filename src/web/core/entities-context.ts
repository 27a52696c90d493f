import { createContext, useContext } from 'react'
import type { Entities } from '#entity/path.ts'

/** Entities of relations by path. The app provides them: lower layers may not import the business. */
const EntitiesContext = createContext<Entities>({})
export const EntitiesProvider = EntitiesContext.Provider

export function useEntities(): Entities {
  return useContext(EntitiesContext)
}
