import type { ComponentType, FunctionComponent } from 'react'
import { lazy, Suspense, useState } from 'react'

const Nothing = () => null

export type LazyPart<P> = FunctionComponent<P> & {
  /** Loads it early, as when the pointer comes near; false if that fails. */
  readonly fetch: () => Promise<boolean>
}

/**
 * A part of a page in its own file, loaded on first use. `Waiting` shows meanwhile. Without a connection the rest of
 * the page keeps working, and the next use tries again; `Failed` shows if the page is about nothing else.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: FunctionComponent<P> = Nothing,
  Failed: FunctionComponent<P> = Nothing,
): LazyPart<P> {
  let loaded: ComponentType<P> | null = null
  const fetchPart = async (): Promise<{ default: ComponentType<P> }> => {
    try {
      loaded = await load()
      return { default: loaded }
    } catch {
      Part = lazy(fetchPart)
      return { default: Failed }
    }
  }
  let Part = lazy(fetchPart)
  function LazyPart(props: P) {
    // Renders a loaded part at once: React would hold a suspended part for a third of a second.
    const [Here] = useState(() => loaded)
    if (Here) return <Here {...props} />
    return (
      <Suspense fallback={<Waiting {...props} />}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(LazyPart, {
    fetch: async () => {
      await fetchPart()
      return loaded !== null
    },
  })
}
