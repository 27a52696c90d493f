/** The state of an installation's set-up, as the server answers it to its owner. */

export type MailFacts = {
  readonly state: 'open' | 'code_sent' | 'done' | 'skipped'
  readonly support_email: string | null
  readonly mail_from: string | null
  /** SMTP_URL is set. */
  readonly sends_mail: boolean
  /** Set in the environment, so only shown. */
  readonly fixed: readonly ('support_email' | 'mail_from')[]
}

export type SetupFacts = {
  readonly you: {
    readonly first_name: string
    readonly last_name: string
    readonly email: string
    readonly has_factor: boolean
  } | null
  readonly business: { readonly name: string; readonly has_logo: boolean } | null
  readonly mail: MailFacts
  readonly address: { readonly state: 'open' | 'done' | 'skipped'; readonly public_url: string | null }
  /** Purposes of the accounts that are entered. */
  readonly bank: { readonly state: 'open' | 'skipped'; readonly entered: readonly string[] }
  /** The second person: the address of their invitation. */
  readonly second: { readonly state: 'open' | 'done' | 'skipped'; readonly email: string | null }
}
