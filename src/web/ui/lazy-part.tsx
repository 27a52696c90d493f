import type { ComponentType, FunctionComponent } from 'react'
import { lazy, Suspense } from 'react'

/** A part of a page in a file of its own, fetched when it is first shown; nothing stands in its place meanwhile. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const Part = lazy(async () => ({ default: await load() }))
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
