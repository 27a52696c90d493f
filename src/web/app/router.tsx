import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { arriveBy, leavePlace } from '#web/core/trail.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { Root } from './Root.tsx'
import { Screen } from './Screen.tsx'

const root = createRootRoute({ component: Root, errorComponent: ErrorPage })
/** Rendered by Root, which knows the session. */
const login = createRoute({ getParentRoute: () => root, path: '/auth/login' })
/** `parsePlace` reads every other address (spec §2) and rejects foreign ones. */
const place = createRoute({
  getParentRoute: () => root,
  path: '$',
  component: Screen,
  errorComponent: ErrorPage,
})

export const router = createRouter({
  routeTree: root.addChildren([login, place]),
  // Search parameters are text; each page parses its own (the list codec is entity/url-codec.ts).
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(search as Record<string, string>) // Only text is ever put in, see parseSearch.
    return query.size > 0 ? `?${query}` : ''
  },
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
})

router.subscribe('onBeforeNavigate', ({ fromLocation }) => leavePlace(fromLocation?.pathname))

router.history.subscribe(({ action }) => arriveBy(action.type))

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
