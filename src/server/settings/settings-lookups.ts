/** Settings of look-ups at public registers. */
import { z } from 'zod'
import { closedUrl, webUrl } from './settings-kinds.ts'

/** Companies House as we call it; null: not set up. */
export type CompaniesHouse = { readonly url: string; readonly key: string } | null

/** HMRC's check of VAT numbers as we call it; null: not set up. */
export type VatRegister = {
  readonly url: string
  readonly client_id: string
  readonly client_secret: string
} | null

export type LookupSettings = { readonly companiesHouse: CompaniesHouse; readonly vatRegister: VatRegister }

const HMRC_API = 'https://api.service.hmrc.gov.uk'
const credential = z.string().trim().min(1).max(200).optional()

export const lookupsEnvironment = {
  COMPANIES_HOUSE_KEY: z.string().trim().min(1).max(200).optional(),
  COMPANIES_HOUSE_URL: webUrl.default('https://api.company-information.service.gov.uk'),
  HMRC_VAT_CLIENT_ID: credential,
  HMRC_VAT_CLIENT_SECRET: credential,
  HMRC_VAT_URL: closedUrl(HMRC_API).default(HMRC_API),
}
type Environment = z.infer<z.ZodObject<typeof lookupsEnvironment>>

const companiesHouseOf = (env: Environment): CompaniesHouse =>
  env.COMPANIES_HOUSE_KEY === undefined
    ? null
    : { url: env.COMPANIES_HOUSE_URL.replace(/\/+$/, ''), key: env.COMPANIES_HOUSE_KEY }

function vatRegisterOf(
  { HMRC_VAT_CLIENT_ID, HMRC_VAT_CLIENT_SECRET, HMRC_VAT_URL }: Environment,
  faults: string[],
): VatRegister {
  if (HMRC_VAT_CLIENT_ID === undefined && HMRC_VAT_CLIENT_SECRET === undefined) return null
  if (HMRC_VAT_CLIENT_ID === undefined)
    faults.push('HMRC_VAT_CLIENT_ID is missing; HMRC_VAT_CLIENT_SECRET needs it')
  if (HMRC_VAT_CLIENT_SECRET === undefined)
    faults.push('HMRC_VAT_CLIENT_SECRET is missing; HMRC_VAT_CLIENT_ID needs it')
  return {
    url: HMRC_VAT_URL.replace(/\/+$/, ''),
    client_id: HMRC_VAT_CLIENT_ID ?? '',
    client_secret: HMRC_VAT_CLIENT_SECRET ?? '',
  }
}

export const lookupsOf = (env: Environment, faults: string[]): LookupSettings => ({
  companiesHouse: companiesHouseOf(env),
  vatRegister: vatRegisterOf(env, faults),
})
