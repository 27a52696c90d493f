/** Settings of look-ups at public registers. */
import { z } from 'zod'
import { webUrl } from './settings-kinds.ts'

/** Companies House as we call it; null: not set up. */
export type CompaniesHouse = { readonly url: string; readonly key: string } | null

export const lookupsEnvironment = {
  COMPANIES_HOUSE_KEY: z.string().trim().min(1).max(200).optional(),
  COMPANIES_HOUSE_URL: webUrl.default('https://api.company-information.service.gov.uk'),
}

export const companiesHouseOf = (env: z.infer<z.ZodObject<typeof lookupsEnvironment>>): CompaniesHouse =>
  env.COMPANIES_HOUSE_KEY === undefined
    ? null
    : { url: env.COMPANIES_HOUSE_URL.replace(/\/+$/, ''), key: env.COMPANIES_HOUSE_KEY }
