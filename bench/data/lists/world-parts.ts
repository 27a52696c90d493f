/** What the rows beside the documents have in common. */
import { idOf, spread } from './world-rows.ts'

export const PROVIDER = idOf('9', '1')
export const OF_AGENCY = { provider_id: PROVIDER, agency_id: 'p.agency_id' } as const
export const OF_ALL = {
  ...OF_AGENCY,
  client_id: 'p.client_id',
  contractor_id: 'p.contractor_id',
  funder_id: 'p.funder_id',
} as const
export const MOMENT = `timestamptz '2024-01-01' + (${spread('n', 20)} % 60000000) * interval '1 second'`
export const DAY = `date '2024-01-01' + (${spread('n', 20)} % 700)::int`
export const STAMPS = { created_at: MOMENT, updated_at: MOMENT } as const

/** One of some texts. */
export const one = (list: readonly string[], salt: number): string =>
  `(array[${list.map((text) => `'${text}'`).join(', ')}])[1 + ${spread('n', salt)} % ${list.length}]`

export interface Sizes {
  readonly invoices: number
  readonly sheets: number
  readonly placements: number
  readonly clients: number
}

export interface Sized extends Sizes {
  /** How many receipts, and how many payments. */
  readonly cash: number
  /** How many of what is made now and then. */
  readonly some: number
  /** Rows of number `n`, each of a placement that does not follow from it. */
  readonly from: (count: number) => string
}

export const sized = (sizes: Sizes): Sized => ({
  ...sizes,
  cash: Math.floor(sizes.invoices / 10),
  some: Math.floor(sizes.invoices / 50),
  from: (count) =>
    `(select g as n from generate_series(1, ${Math.floor(count)}) g) g join placed p on p.no = 1 + ${spread('n', 32)} % ${sizes.placements}`,
})
