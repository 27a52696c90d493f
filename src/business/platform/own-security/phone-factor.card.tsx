/** A phone for codes by SMS: its number, then its first code. */
import { useState } from 'react'
import { sms_code_field } from '#web/blocks/SmsCode.tsx'
import { RecoveryCodes } from '#web/blocks/TotpEnrol.tsx'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { Button } from '#web/ui/Button.tsx'

export function PhoneEnrol({ onEnd }: { onEnd: () => void }) {
  const [isSent, setSent] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} doneLabel="Done" onDone={onEnd} />
  const cancel = <Button onClick={onEnd}>Cancel</Button>
  if (!isSent)
    return (
      <PlainForm<{ readonly pending: string | null }>
        key="phone"
        path="/api/permission/updateMFAPreference"
        fixed={{ preference: 'sms' }}
        fields={[
          {
            name: 'phone',
            label: 'Mobile number',
            hint: 'A code goes to it, like +44 7700 900123',
            required: true,
            autoComplete: 'tel',
            wide: true,
          },
        ]}
        submit="Send a code"
        onDone={({ pending }) => (pending === null ? onEnd() : setSent(true))}
        buttons={() => cancel}
      />
    )
  return (
    <div className="flex flex-col gap-3">
      <p role="status">A code was sent. It is valid for 5 minutes.</p>
      <PlainForm<{ readonly recovery_codes?: readonly string[] }>
        key="code"
        path="/api/permission/verifySMSCode"
        fields={[sms_code_field]}
        submit="Confirm"
        onDone={({ recovery_codes }) => (recovery_codes ? setCodes(recovery_codes) : onEnd())}
        buttons={() => (
          <>
            {cancel}
            <Button tone="quiet" onClick={() => setSent(false)}>
              Send another code
            </Button>
          </>
        )}
      />
    </div>
  )
}
