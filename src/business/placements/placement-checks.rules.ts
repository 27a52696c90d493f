/** The checks that a placement passes before its provider may activate it (decision 0059). Pure. */

export const placement_checks = {
  agency: { words: 'An onboarded agency', by: 'the provider' },
  client: { words: 'An onboarded client', by: 'the provider' },
  contractor: { words: 'An onboarded contractor', by: 'the agency' },
  payment_company: { words: 'An onboarded payment company', by: 'the provider' },
  funder: { words: 'An onboarded funder', by: 'the provider' },
  funding_model: { words: 'A funding model that the agency may use', by: 'the provider' },
  fee_rule: { words: 'A fee rule for its funding', by: 'the provider' },
  right_to_work: { words: 'A right to work, verified and in force', by: 'the agency' },
  contract: { words: 'A contract for services with the worker, verified and in force', by: 'the agency' },
  terms: { words: 'Terms of business with the client, verified and in force', by: 'the provider' },
  insurance: {
    words: 'Insurance of the limited company for the sums that the agency asks for',
    by: 'the agency',
  },
  determination: {
    words: 'A verified status determination statement: upload the status determination for this placement',
    by: 'the client and the agency',
  },
  inside_ir35: {
    words:
      'Payment through PAYE, an umbrella company or an off-payroll employment, as the work is inside IR35',
    by: 'the agency',
  },
  construction: {
    words: 'A payee of construction work with gross payment status, or on PAYE',
    by: 'the agency',
  },
  signatures: { words: 'All documents sent for signature, signed', by: 'the signers' },
  start_date: { words: 'A start date of the last 92 days or later', by: 'the agency' },
  flags: { words: 'A decision on each flag', by: 'the provider' },
} as const satisfies Readonly<Record<string, { words: string; by: string }>>
export type PlacementCheck = keyof typeof placement_checks

export const check_names = Object.keys(placement_checks) as PlacementCheck[] // Its keys.

/** The stored names, without those of another version. */
export const checksOf = (stored: unknown): readonly PlacementCheck[] =>
  check_names.filter((name) => Array.isArray(stored) && stored.includes(name))

/**
 * The checks that the sides of a placement see, and wait for. Flags rest on facts of others, so the provider alone meets
 * them, when it activates (decision 0082).
 */
export const shownChecks = (open: readonly PlacementCheck[]) => open.filter((name) => name !== 'flags')

/** `An onboarded client, A fee rule for its funding` */
export const checkWords = (open: readonly PlacementCheck[]): string =>
  open.map((name) => placement_checks[name].words).join(', ')
