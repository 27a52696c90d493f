/** What the lists of the demo world's people and businesses say of each of them. */
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
  /** Where it is not made of the name and the business's domain: one person may serve two businesses. */
  readonly email?: string
}

export type CastCompany = {
  readonly key: string
  readonly name: string
  /** What e-mail addresses of its people end with. */
  readonly domain: string
  /** Of the register in the United Kingdom; absent for others. */
  readonly brn?: string
  /** Of 7 digits; the VAT number follows from it. Absent: not registered. */
  readonly vat_no?: number
  /** A VAT number of another country, as it stands. */
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
  /** Days after the due date; negative is before it. */
  readonly late: number
  /** Pays what is due in one run a month, or every week. */
  readonly runs: 'weekly' | 'monthly'
  /** How many of 100 invoices it pays only in part, and settles some weeks later. */
  readonly part_per_cent: number
  /** How many of 100 invoices it disputes instead of paying. */
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
  /** Who carries its risk, where that is not the provider. */
  readonly funders?: readonly FunderKey[]
  readonly pays: PayHabit
}
