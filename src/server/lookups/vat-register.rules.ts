/** HMRC's check of VAT numbers: its answers, and the trader that we read from them. Pure. */
import { z } from 'zod'

/** `POST /oauth/token`. Seconds. */
export const tokenInput = z.object({
  access_token: z.string().min(1).max(4000),
  expires_in: z.number().int().positive(),
})

/** 200 of the lookup. The requester's number and the consultation number come with a lookup that names one. */
export const traderInput = z.object({
  target: z.object({
    name: z.string().trim().max(500),
    vatNumber: z.string().max(20),
    address: z.object({
      line1: z.string().max(300),
      line2: z.string().max(300).optional(),
      line3: z.string().max(300).optional(),
      line4: z.string().max(300).optional(),
      line5: z.string().max(300).optional(),
      postcode: z.string().max(20).optional(),
      countryCode: z.string().max(10),
    }),
  }),
  consultationNumber: z.string().max(50).optional(),
})

/** 400 names the number that is malformed in its sentence. */
export const faultInput = z.object({ code: z.string().max(100), message: z.string().max(1000) })

export type VatTrader = {
  /** 9 or 12 digits. */
  readonly number: string
  readonly name: string
  readonly address: {
    readonly lines: readonly string[]
    readonly zipcode: string
    readonly country_code: string
  }
  /** HMRC's proof that the requester asked; null where no requester was named. */
  readonly consultation_number: string | null
}

export function traderOf({ target, consultationNumber }: z.infer<typeof traderInput>): VatTrader {
  const { line1, line2, line3, line4, line5, postcode, countryCode } = target.address
  return {
    number: target.vatNumber,
    name: target.name,
    address: {
      lines: [line1, line2, line3, line4, line5].filter(
        (line): line is string => line !== undefined && line !== '',
      ),
      zipcode: postcode ?? '',
      country_code: countryCode,
    },
    consultation_number: consultationNumber ?? null,
  }
}

/** Is the malformed number of a 400 the one that was asked about, not our own? */
export const isTargetMalformed = ({ message }: z.infer<typeof faultInput>): boolean =>
  message.includes('targetVrn')
