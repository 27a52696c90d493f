import { useState } from 'react'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'

/** A secret for an authenticator app, before its first code. */
export interface TotpStart {
  readonly id: string
  readonly otpauth_uri: string
  readonly secret: string
}

/** The picture for the app, then its first code, then the recovery codes. */
export function TotpEnrol({
  start,
  confirmPath,
  fixed,
  doneLabel,
  onDone,
}: {
  start: TotpStart
  confirmPath: string
  /** Sent with the code. */
  fixed?: object
  /** The text of the button that leaves. */
  doneLabel: string
  onDone: () => void
}) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} doneLabel={doneLabel} onDone={onDone} />
  return (
    <div className="flex flex-col gap-4">
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <QrCode text={start.otpauth_uri} label="Code for your authenticator app" />
      <p className="flex flex-wrap items-center gap-2">
        <code data-totp-key className="numeric wrap-anywhere">
          {start.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <CopyButton text={start.secret} label="Copy the key" />
      </p>
      <PlainForm<{ readonly recovery_codes?: readonly string[] }>
        path={confirmPath}
        fixed={{ ...fixed, id: start.id }}
        submit="Confirm"
        onDone={({ recovery_codes }) => (recovery_codes ? setCodes(recovery_codes) : onDone())}
        fields={[
          {
            name: 'code',
            label: 'Code of the app',
            required: true,
            numeric: true,
            autoComplete: 'one-time-code',
            wide: true,
          },
        ]}
      />
    </div>
  )
}

/** Shown once: the server keeps only codes made from them. */
export function RecoveryCodes({
  codes,
  doneLabel,
  onDone,
}: {
  codes: readonly string[]
  doneLabel: string
  onDone: () => void
}) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        Keep these recovery codes in a safe place. Each signs you in once when your device is lost. They are
        not shown again.
      </p>
      <ul aria-label="Recovery codes" className="numeric grid grid-cols-2 gap-x-4 gap-y-1 font-medium">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <CopyButton text={codes.join('\n')} label="Copy the codes" />
        <Button tone="primary" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </div>
  )
}
