/** The answer of limit-review.server.ts, for the credit limit card. */

type Dated = {
  readonly amount: string
  readonly effective_from: string
  readonly effective_to: string | null
}

export type ReviewedLimit = {
  readonly limiter_id: string
  readonly limiter: string
  readonly is_own: boolean
  readonly currency: string
  readonly whole: Dated | null
  readonly owed: string
  readonly headroom: string | null
  readonly allocated: string
  readonly parts: readonly (Dated & {
    readonly agency_id: string
    readonly agency: string
    readonly owed: string
  })[]
}

export type ReviewedRequest = {
  readonly id: string
  readonly human_id: string
  readonly status: string
  readonly limiter_id: string
  readonly limiter: string
  readonly agency_id: string
  readonly agency: string
  readonly currency: string
  readonly amount: string
  readonly valid_from: string
  readonly valid_to: string | null
  readonly reason: string
  readonly requested_by_name: string
  readonly decide_refusal: string | null
  readonly created_at: string
  readonly decided_amount: string | null
  readonly decided_at: string | null
  readonly decided_by_name: string | null
  readonly comment: string | null
}

export type LimitBasisRead = {
  readonly placements: number
  readonly average_rate: string | null
  readonly payment_terms: number
}

export type LimitReview = {
  readonly limits: readonly ReviewedLimit[]
  readonly requests: readonly ReviewedRequest[]
  readonly basis: LimitBasisRead | null
}
