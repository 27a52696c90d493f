/** The answer of read-papers.server.ts, for the card of papers. */

export type PaperDocument = {
  readonly id: string
  readonly status: string
  readonly valid_from: string | null
  readonly valid_to: string | null
  readonly reference: string | null
  readonly method: string | null
  readonly sum_insured: string | null
  readonly currency: string | null
  readonly comment: string | null
  readonly uploaded_by_name: string | null
  readonly verified_by_name: string | null
  readonly has_file: boolean
  /** The agency that made the check; the provider alone reads its name. */
  readonly agency_name: string | null
  /** Two years after the work. */
  readonly files_removed_at: string | null
  readonly verify_refusal: string | null
  readonly reject_refusal: string | null
}

export type PaperRead = {
  readonly type: string
  readonly label: string
  readonly is_required: boolean
  readonly stops: string | null
  readonly waits_for: string
  readonly can_add: boolean
  /** Why payments to the company wait at these agencies. */
  readonly payments_wait: string | null
  readonly waits_at: readonly string[]
  readonly agencies: readonly { readonly id: string; readonly name: string }[]
  readonly documents: readonly PaperDocument[]
  /** Of an insurance: the least sums asked for. */
  readonly sums_asked: readonly {
    readonly agency_name: string | null
    readonly amount: string
    readonly currency: string
    readonly gap: string | null
  }[]
}

export type PaperLink = {
  readonly service_id: string | null
  readonly business_id: string
  readonly name: string
  readonly compliance_status: string
  readonly is_asked: boolean
  readonly papers: readonly PaperRead[]
}
