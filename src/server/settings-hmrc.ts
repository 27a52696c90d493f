/** Settings of returns that are sent to HMRC. */
import { z } from 'zod'
import { isOn, onOff, webUrl } from './settings-kinds.ts'

export type HmrcEngine = {
  /** Where submissions go. Only its host is called. */
  readonly url: string
  /** HMRC's number of the maker of the program, four digits. */
  readonly vendor_id: string
}

/** Null: returns are downloaded and filed elsewhere. */
export type HmrcSettings = { readonly hmrc: HmrcEngine | null }

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Credentials travel there, so the way is closed; a server of this machine is for tests. */
const address = webUrl
  .refine((text) => text.startsWith('https:') || LOOPBACK.includes(new URL(text).hostname), {
    error: 'is not https; write it like https://transaction-engine.tax.service.gov.uk/submission',
  })
  .refine(
    (text) => {
      const { username, password, search, hash } = new URL(text)
      return `${username}${password}${search}${hash}` === ''
    },
    { error: 'has more than a host and a path; leave the rest out' },
  )

export const hmrcEnvironment = {
  HMRC_RTI: onOff.default('off'),
  HMRC_VENDOR_ID: z
    .string()
    .trim()
    .regex(/^\d{4}$/, { error: 'is no vendor id; write the four digits that HMRC gave' })
    .optional(),
  HMRC_URL: address.default('https://transaction-engine.tax.service.gov.uk/submission'),
}

export function hmrcOf(
  { HMRC_RTI, HMRC_VENDOR_ID, HMRC_URL }: z.infer<z.ZodObject<typeof hmrcEnvironment>>,
  faults: string[],
): HmrcEngine | null {
  if (!isOn(HMRC_RTI)) return null
  if (HMRC_VENDOR_ID === undefined) faults.push('HMRC_VENDOR_ID is missing; HMRC_RTI=on needs it')
  return { url: HMRC_URL, vendor_id: HMRC_VENDOR_ID ?? '' }
}
