/** The credentials of a PAYE scheme at HMRC, as they are encrypted. The job that sends opens them (open-sender.job.ts). */
import { z } from 'zod'

/** The column of the cipher. */
export const SENDER_PLACE = 'business.paye_scheme.sender_enc'

export const paye_sender = z.strictObject({ id: z.string(), password: z.string() })
export type PayeSender = z.infer<typeof paye_sender>

export const senderText = (typed: PayeSender): string => JSON.stringify(typed)
