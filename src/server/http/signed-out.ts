/** Nobody is signed in, or no longer: the browser goes to the sign-in page. */
export class SignedOutError extends Error {
  override name = 'SignedOutError'

  constructor(message = 'Please sign in') {
    super(message)
  }
}

/** One answer to every token that is no token, expired, revoked, or sent from another address. */
export class BadTokenError extends SignedOutError {
  override name = 'BadTokenError'

  constructor() {
    super('The token is not valid')
  }
}
