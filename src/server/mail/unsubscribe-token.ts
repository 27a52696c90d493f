/** The link that switches one kind of mail off for one person. It gives no other right, and it does not expire. */
import { type DataKeySettings, decryptText, encryptText } from '../data-key.ts'

/** The mails that a link ends: of one kind, or the digest. */
export type Unsubscribing = { readonly business_contact_id: string; readonly kind: string }

const PLACE = 'unsubscribe'
const TOKEN_MAX = 400

export const unsubscribeToken = (
  settings: DataKeySettings,
  { business_contact_id, kind }: Unsubscribing,
): string => encryptText(settings, `${business_contact_id} ${kind}`, PLACE)

/** Null: not made here. */
export function readUnsubscribeToken(settings: DataKeySettings, token: string): Unsubscribing | null {
  if (token.length > TOKEN_MAX) return null
  try {
    const [business_contact_id = '', kind = ''] = decryptText(settings, token, PLACE).split(' ')
    return { business_contact_id, kind }
  } catch {
    return null
  }
}

/** RFC 8058: a mail program may press the button itself, by https alone. */
export function unsubscribeHeaders(base: string, token: string): Readonly<Record<string, string>> {
  const list = { 'List-Unsubscribe': `<${base}/unsubscribe/${token}>` }
  return base.startsWith('https://')
    ? { ...list, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : list
}
