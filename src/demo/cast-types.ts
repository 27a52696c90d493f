/** The types of the demo world's people and businesses. */
import type { Role } from '#entity/access.ts'

export type CastAddress = {
  readonly line_1: string
  readonly line_2?: string
  readonly city: string
  readonly zipcode: string
  readonly country?: string
  readonly country_code?: string
}

/** A person of a business, known in the demo world by a key. */
export type CastPerson = {
  readonly key: string
  readonly first_name: string
  readonly last_name: string
  readonly roles: readonly Role[]
  /** Only where it differs from the name and the business's domain: one person may serve two businesses. */
  readonly email?: string
}

export type CastCompany = {
  readonly key: string
  readonly name: string
  /** The domain of its people's e-mail addresses. */
  readonly domain: string
  /** Company number in the United Kingdom; absent for others. */
  readonly brn?: string
  /** Seven digits; the VAT number follows from them. Absent: not registered. */
  readonly vat_no?: number
  /** A VAT number of another country, in full. */
  readonly foreign_vat?: string
  readonly phone: string
  readonly industries: readonly string[]
  readonly address: CastAddress
  readonly people: readonly CastPerson[]
}

export type AgencyKey = 'larkfield' | 'copperbeech' | 'meridian'
export type FunderKey = 'harbourline' | 'northgate'
export type CastAgency = CastCompany & {
  readonly key: AgencyKey
  readonly funding_model: 'direct' | 'agency_billed' | 'indirect'
  readonly features: readonly string[]
}

/** How a client pays. */
export type PayHabit = {
  /** Days after the due date; negative is before. */
  readonly late: number
  /** Pays due invoices in one run a month, or every week. */
  readonly runs: 'weekly' | 'monthly'
  /** Share of invoices, in per cent, paid in part and settled some weeks later. */
  readonly part_per_cent: number
  /** Share of invoices, in per cent, disputed instead of paid. */
  readonly dispute_per_cent: number
}

export type CastClient = CastCompany & {
  readonly currency: 'GBP' | 'EUR'
  /** Its agencies, with the payment terms in days; the first one brought it. */
  readonly agencies: readonly {
    readonly agency: AgencyKey
    readonly terms: number
    readonly reference: string
  }[]
  readonly credit_limit: string
  /** The funder that carries its risk, where it is not the provider. */
  readonly funders?: readonly FunderKey[]
  readonly pays: PayHabit
}
