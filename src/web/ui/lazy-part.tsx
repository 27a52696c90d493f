import type { ComponentType, FunctionComponent } from 'react'
import { lazy, Suspense, useState } from 'react'

const Nothing = () => null

export type LazyPart<P> = FunctionComponent<P> & {
  /** Fetches it before it is shown, as when the pointer comes near; false where it cannot be fetched. */
  readonly fetch: () => Promise<boolean>
}

/**
 * A part of a page in a file of its own, fetched when it is first shown; `Waiting` stands in its place meanwhile, else
 * nothing. Where it cannot be fetched (no connection) the rest of the page stays as it is, with all that was typed, and
 * it is fetched again when it is next asked for; `Failed` says so where the part is what the page is about.
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
    // What is here already is drawn at once: React keeps what waits, once shown, for a third of a second.
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
