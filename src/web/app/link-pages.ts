/** Pages of mailed links. They open with and without a session, and a button does their work: programs open links too. */
import type { ComponentType } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { LinkPageProps } from './FrontPage.tsx'

const pages: Readonly<Record<string, ComponentType<LinkPageProps>>> = {
  join: lazyPart(() => import('./JoinPage.tsx').then((m) => m.JoinPage)),
}

/** The page of an address such as `/join/{token}`; null for others. */
export function linkPageOf(
  pathname: string,
): { readonly Page: ComponentType<LinkPageProps>; readonly token: string } | null {
  const [first = '', token, ...rest] = pathname.split('/').slice(1)
  const Page = Object.hasOwn(pages, first) ? pages[first] : undefined
  return Page && token && rest.length === 0 ? { Page, token } : null
}
