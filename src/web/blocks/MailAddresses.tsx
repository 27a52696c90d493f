import type { MailFacts } from '#entity/setup-answer.ts'
import { PlainForm } from '#web/form/PlainForm.tsx'

const from_environment = 'Set in the environment of the server.'

/** The installation's mail addresses; a code sent to the support address proves that mail arrives. */
export function MailAddresses<F>({
  mail,
  path,
  withoutMail,
  onDone,
}: {
  mail: MailFacts
  /** The call that sends the code; `/confirm` and `/skip` below it are the others. */
  path: string
  /** The button that keeps the addresses where no mail can be sent. */
  withoutMail: string
  onDone: (facts: F) => void
}) {
  const isFixed = (name: 'support_email' | 'mail_from') => mail.fixed.includes(name)
  return (
    <div className="flex flex-col gap-4">
      <p>
        {mail.sends_mail
          ? 'SMTP_URL is set. A code sent to the support address proves that mail arrives.'
          : 'SMTP_URL is not set, so Stint sends no mail: nobody gets invitations or notices. Set it in the environment of the server and start again.'}
      </p>
      {mail.state === 'done' && <p className="wrap-anywhere">Mail arrives at {mail.support_email}.</p>}
      <PlainForm<F>
        path={mail.sends_mail ? path : `${path}/skip`}
        submit={mail.sends_mail ? 'Send the code' : withoutMail}
        onDone={onDone}
        initial={{ support_email: mail.support_email ?? '', mail_from: mail.mail_from ?? '' }}
        fields={[
          {
            name: 'support_email',
            label: 'Support address',
            type: 'email',
            required: mail.sends_mail && !isFixed('support_email'),
            disabled: isFixed('support_email'),
            hint: isFixed('support_email') ? from_environment : 'People read it where something fails.',
          },
          {
            name: 'mail_from',
            label: 'Sender of mails',
            type: 'email',
            disabled: isFixed('mail_from'),
            hint: isFixed('mail_from') ? from_environment : 'Mails come from this address.',
          },
        ]}
      />
      {mail.state === 'code_sent' && (
        <PlainForm<F>
          path={`${path}/confirm`}
          submit="Confirm the code"
          onDone={onDone}
          fields={[
            {
              name: 'code',
              label: `Code from the mail to ${mail.support_email}`,
              required: true,
              numeric: true,
              autoComplete: 'one-time-code',
              wide: true,
            },
          ]}
        />
      )}
    </div>
  )
}
