/** A mail as its reader gets it, with examples for values. */
import { type AutomaticMail, automaticMail, previewAutomatic } from './automatic-mail.rules.ts'
import type { MailWords } from './communication.rules.ts'

export function MailPreview({
  mail,
  words,
  business_name,
}: {
  mail: AutomaticMail
  words: MailWords
  business_name: string
}) {
  const { subject, text } = previewAutomatic(mail, words, business_name)
  return (
    <section
      aria-label={`Preview of ${automaticMail(mail).label}`}
      className="flex flex-col gap-1 rounded border border-n6 p-3"
    >
      <p className="font-medium wrap-anywhere">{subject}</p>
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    </section>
  )
}
