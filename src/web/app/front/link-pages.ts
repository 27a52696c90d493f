/**
 * Pages of mailed links, of asking for one, the help, and the reference of the API. They open with and without a
 * session. A button does the work of a link: programs open links, too.
 */
import type { ComponentType } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { LinkPageProps } from './FrontPage.tsx'

const pages: Readonly<Record<string, ComponentType<LinkPageProps>>> = {
  address: lazyPart(() => import('./AddressPage.tsx').then((m) => m.AddressPage)),
  'address-undo': lazyPart(() => import('./AddressUndoPage.tsx').then((m) => m.AddressUndoPage)),
  details: lazyPart(() => import('./DetailsPage.tsx').then((m) => m.DetailsPage)),
  help: lazyPart(() => import('../help/HelpPage.tsx').then((m) => m.HelpPage)),
  join: lazyPart(() => import('./JoinPage.tsx').then((m) => m.JoinPage)),
  'keep-factors': lazyPart(() => import('./KeepFactorsPage.tsx').then((m) => m.KeepFactorsPage)),
  m: lazyPart(() => import('./MailedWorkPage.tsx').then((m) => m.MailedWorkPage)),
  sign: lazyPart(() => import('./SignPage.tsx').then((m) => m.SignPage)),
  unsubscribe: lazyPart(() => import('./UnsubscribePage.tsx').then((m) => m.UnsubscribePage)),
  reset: lazyPart(() => import('./ResetPage.tsx').then((m) => m.ResetPage)),
}

const ForgotPage = lazyPart(() => import('./ForgotPage.tsx').then((m) => m.ForgotPage))
const VerifyPage = lazyPart(() => import('./VerifyPage.tsx').then((m) => m.VerifyPage))
const DevelopersPage = lazyPart(() =>
  import('#web/developers/DevelopersPage.tsx').then((m) => m.DevelopersPage),
)

/** The page of an address such as `/join/{token}`; null for others. */
export function linkPageOf(
  pathname: string,
): { readonly Page: ComponentType<LinkPageProps>; readonly token: string } | null {
  if (pathname === '/auth/forgot') return { Page: ForgotPage, token: '' }
  if (pathname === '/verify') return { Page: VerifyPage, token: '' }
  if (pathname === '/developers') return { Page: DevelopersPage, token: '' }
  const [first = '', token, ...rest] = pathname.split('/').slice(1)
  const Page = Object.hasOwn(pages, first) ? pages[first] : undefined
  return Page && token && rest.length === 0 ? { Page, token } : null
}
