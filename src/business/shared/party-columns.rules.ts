/** The parties of a row: they decide its readers. */
type PartyColumns = {
  readonly provider_id: string
  readonly agency_id: string | null
  readonly client_id: string | null
  readonly contractor_id: string | null
  readonly funder_id: string | null
}

/** The parties of one row, for another that follows from it. */
export function partiesOf<R extends PartyColumns>(row: R): Pick<R, keyof PartyColumns> {
  const { provider_id, agency_id, client_id, contractor_id, funder_id } = row
  return { provider_id, agency_id, client_id, contractor_id, funder_id }
}
