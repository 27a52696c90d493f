/** Parties that are entered twice under two spellings of one name. Pure. */
import type { PartyKind } from '../onboarding.rules.ts'

/** The least share of common trigrams. Migration 0187 keeps it for names at HMRC. */
export const LIKENESS_MIN = 0.6

/** A payment company may be known as one of another kind. */
export const kindsBeside = (kind: PartyKind): readonly PartyKind[] =>
  kind === 'client' || kind === 'contractor' || kind === 'funder' || kind === 'agency'
    ? [kind]
    : ['limited', 'umbrella', 'selfemployed', 'payer']
