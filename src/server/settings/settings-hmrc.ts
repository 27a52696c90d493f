/** Settings of returns that are sent to HMRC. */
import { z } from 'zod'
import { closedUrl, isOn, onOff } from './settings-kinds.ts'

export type HmrcEngine = {
  /** Where submissions go. Only its host is called. */
  readonly url: string
  /** HMRC's number of the maker of the program, four digits. */
  readonly vendor_id: string
}

/** Null: returns are downloaded and filed elsewhere. */
export type HmrcSettings = { readonly hmrc: HmrcEngine | null }

const ENGINE_URL = 'https://transaction-engine.tax.service.gov.uk/submission'

export const hmrcEnvironment = {
  HMRC_RTI: onOff.default('off'),
  HMRC_VENDOR_ID: z
    .string()
    .trim()
    .regex(/^\d{4}$/, { error: 'is no vendor id; write the four digits that HMRC gave' })
    .optional(),
  HMRC_URL: closedUrl(ENGINE_URL).default(ENGINE_URL),
}

export function hmrcOf(
  { HMRC_RTI, HMRC_VENDOR_ID, HMRC_URL }: z.infer<z.ZodObject<typeof hmrcEnvironment>>,
  faults: string[],
): HmrcEngine | null {
  if (!isOn(HMRC_RTI)) return null
  if (HMRC_VENDOR_ID === undefined) faults.push('HMRC_VENDOR_ID is missing; HMRC_RTI=on needs it')
  return { url: HMRC_URL, vendor_id: HMRC_VENDOR_ID ?? '' }
}
