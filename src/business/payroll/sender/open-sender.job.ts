import { type DataKeySettings, decryptText } from '#server/data-key.ts'
import { type PayeSender, paye_sender, SENDER_PLACE } from './paye-sender.server.ts'

/** Opens the credentials of a PAYE scheme at HMRC. @throws Error for a cipher of another key */
export const openSender = (settings: DataKeySettings, sender_enc: string): PayeSender =>
  paye_sender.parse(JSON.parse(decryptText(settings, sender_enc, SENDER_PLACE)))
