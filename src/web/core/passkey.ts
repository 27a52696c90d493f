/** The browser's passkeys: options of the server in, its answer as JSON out. */
import { CallError, call } from './call.ts'

/** A challenge of the server. */
export interface PasskeyStart {
  readonly id: string
  readonly options: object
}

type Named = { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] }
type CreationOptions = Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials'
> & {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: Named[]
}
type RequestOptions = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string
  allowCredentials?: Named[]
}

/** A passkey belongs to a name, never to the number of a machine. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname)

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const base64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const named = (list: readonly Named[] = []) => list.map((one) => ({ ...one, id: bytes(one.id) }))

/** A closed dialog of the browser, or a device without the passkey. */
const unanswered = (): CallError => new CallError('not_allowed', 'No passkey was given. Nothing was changed.')

async function given(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await asked.catch(() => null)
  if (!(credential instanceof PublicKeyCredential)) throw unanswered()
  return credential
}

const partsOf = ({ id, rawId, type }: PublicKeyCredential) => ({ id, rawId: base64url(rawId), type })

/** Makes a passkey on this device. @throws CallError when the person stops */
export async function createPasskey({ options }: PasskeyStart): Promise<object> {
  const { challenge, user, excludeCredentials, ...rest } = options as CreationOptions // The server's options for the browser.
  const publicKey = {
    ...rest,
    challenge: bytes(challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: named(excludeCredentials),
  }
  const credential = await given(navigator.credentials.create({ publicKey }))
  const response = credential.response as AuthenticatorAttestationResponse // Of `create`.
  return {
    ...partsOf(credential),
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      attestationObject: base64url(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}

async function answerOf({ options }: PasskeyStart): Promise<object> {
  const { challenge, allowCredentials, ...rest } = options as RequestOptions // The server's options for the browser.
  const publicKey = { ...rest, challenge: bytes(challenge), allowCredentials: named(allowCredentials) }
  const credential = await given(navigator.credentials.get({ publicKey }))
  const response = credential.response as AuthenticatorAssertionResponse // Of `get`.
  return {
    ...partsOf(credential),
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      authenticatorData: base64url(response.authenticatorData),
      signature: base64url(response.signature),
      ...(response.userHandle ? { userHandle: base64url(response.userHandle) } : {}),
    },
  }
}

/** Signs in without a password. @throws CallError */
/** @returns the session, or the step that comes next */
export async function signInByPasskey(): Promise<object> {
  const start = await call<PasskeyStart>('/api/auth/passkey', {})
  const assertion = await answerOf(start)
  return call<object>('/api/auth/verify', { method: 'passkey', challenge: start.id, assertion })
}

/** Confirms a call, or the session. @throws CallError */
export async function stepUpByPasskey<T>(one_call: object): Promise<T> {
  const start = await call<PasskeyStart>('/api/auth/step-up/passkey', one_call)
  const assertion = await answerOf(start)
  return call<T>('/api/auth/step-up', { ...one_call, method: 'passkey', id: start.id, assertion })
}
