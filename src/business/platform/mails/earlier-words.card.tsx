/** Earlier versions of the words of a mail. They stay as they were published. */
import { Accordion } from '#web/blocks/Accordion.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { MailWords } from './communication.rules.ts'
import type { WordedMail } from './mail-template.rules.ts'

type Version = MailWords & {
  readonly id: string
  readonly version: number
  readonly status: string
  readonly created_at: string
}

export function EarlierWords({
  mail,
  versions,
  onUse,
}: {
  mail: WordedMail
  versions: readonly Version[]
  /** Puts the words into the form. */
  onUse: (words: MailWords) => void
}) {
  const earlier = versions.filter(({ status }) => status === 'archived')
  if (earlier.length === 0) return null
  return (
    <Accordion name={`earlier_words_${mail}`} title="Earlier versions">
      <ul className="flex flex-col gap-3 px-3 py-2">
        {earlier.map(({ id, version, created_at, subject, text }) => (
          <li key={id} className="flex flex-col gap-1">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-n11">
                Version {version}, {dayText(created_at)}
              </span>
              <Button
                size="sm"
                aria-label={`Use version ${version}`}
                onClick={() => onUse({ subject, text })}
              >
                Use these words
              </Button>
            </div>
            <p className="font-medium wrap-anywhere">{subject}</p>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
    </Accordion>
  )
}
