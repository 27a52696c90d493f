/** Accounts at Google and Microsoft, as pages speak of them. */
import { errorText } from '#kernel/messages.ts'
import { call } from './call.ts'

export type OutsideKind = 'google' | 'microsoft'

export const provider_names: Readonly<Record<OutsideKind, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
}

export const providers_key = ['outside_providers']

/** Those that are set up here; none where the answer is lost. */
export const readProviders = (signal: AbortSignal): Promise<readonly OutsideKind[]> =>
  call<{ providers: readonly OutsideKind[] }>('/api/auth/providers', undefined, signal).then(
    ({ providers }) => providers,
    () => [],
  )

/** Leaves for the provider. */
export async function leaveFor(kind: OutsideKind, asked: object): Promise<void> {
  const { url } = await call<{ url: string }>(`/api/auth/authorize${provider_names[kind]}`, asked)
  location.assign(url)
}

/** Leaves for a business's own provider, or for the page that says why not. */
export async function leaveForCompany(asked: object): Promise<void> {
  const { url } = await call<{ url: string }>('/api/auth/authorizeBusiness', asked)
  location.assign(url)
}

const faults: Readonly<Record<string, string>> = {
  failed: 'The sign-in failed. Please try again.',
  cancelled: 'Nothing was changed. You can sign in another way.',
  unavailable: 'The provider does not answer. Please try again or sign in another way.',
  not_linked:
    'This account is not linked to Stint. Sign in another way and link it under Profile, or use your invitation.',
  linked_elsewhere: 'This account is linked to somebody else',
  no_company: 'No company signs in here by this address. Ask your administrator, or sign in another way.',
  own_factor: 'Your role needs a second factor of your own. Sign in another way once, and set it up then.',
  inactive: errorText.user_inactive('your administrator'),
}

/** The text of a return from a provider that did not end well; null without one. */
export function outsideFault(search: string): string | null {
  const word = new URLSearchParams(search).get('outside') ?? ''
  return Object.hasOwn(faults, word) ? (faults[word] ?? null) : null
}
