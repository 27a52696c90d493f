import { z } from 'zod'

/** Mail servers refuse longer ones (RFC 5321). */
export const EMAIL_MAX = 254
const MAILBOX_MAX = 64

/** A mail address in lower case. @param error the words for anything else */
export const emailWith = (error: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.email({ error }))
    .refine((email) => email.length <= EMAIL_MAX && email.indexOf('@') <= MAILBOX_MAX, { error })
