import type { ComponentType, FunctionComponent } from 'react'
import { lazy, Suspense } from 'react'

const Nothing = () => null

/**
 * A part of a page in a file of its own, fetched when it is first shown; nothing stands in its place meanwhile. Where it
 * cannot be fetched (no connection) the rest of the page stays as it is, with all that was typed, and it is fetched again
 * when it is next asked for.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const fetchPart = async (): Promise<{ default: ComponentType<P> }> => {
    try {
      return { default: await load() }
    } catch {
      Part = lazy(fetchPart)
      return { default: Nothing }
    }
  }
  let Part = lazy(fetchPart)
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
