/**
 * Pages of mailed links, of asking for one, and the reference of the API. They open with and without a session. A
 * button does the work of a link: programs open links, too.
 */
import type { ComponentType } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { LinkPageProps } from './FrontPage.tsx'

const pages: Readonly<Record<string, ComponentType<LinkPageProps>>> = {
  join: lazyPart(() => import('./JoinPage.tsx').then((m) => m.JoinPage)),
  m: lazyPart(() => import('./MailedWorkPage.tsx').then((m) => m.MailedWorkPage)),
  reset: lazyPart(() => import('./ResetPage.tsx').then((m) => m.ResetPage)),
}

const ForgotPage = lazyPart(() => import('./ForgotPage.tsx').then((m) => m.ForgotPage))
const DevelopersPage = lazyPart(() =>
  import('#web/developers/DevelopersPage.tsx').then((m) => m.DevelopersPage),
)

/** The page of an address such as `/join/{token}`; null for others. */
export function linkPageOf(
  pathname: string,
): { readonly Page: ComponentType<LinkPageProps>; readonly token: string } | null {
  if (pathname === '/auth/forgot') return { Page: ForgotPage, token: '' }
  if (pathname === '/developers') return { Page: DevelopersPage, token: '' }
  const [first = '', token, ...rest] = pathname.split('/').slice(1)
  const Page = Object.hasOwn(pages, first) ? pages[first] : undefined
  return Page && token && rest.length === 0 ? { Page, token } : null
}
