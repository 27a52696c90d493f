/** `/verify`: is a file known here? Its hash is made in the browser; the file stays on the device. */
import { useState } from 'react'
import { call } from '#web/core/call.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Fault, FrontPage } from './FrontPage.tsx'

type Known =
  | { readonly is_known: false }
  | {
      readonly is_known: true
      readonly file: 'final' | 'certificate' | 'frozen'
      readonly completed_at: string | null
    }

const words = {
  final: 'This is a signed document of ours, unchanged.',
  certificate: 'This is a certificate of completion of ours, unchanged.',
  frozen: 'This file was sent for signature. It is not the signed document.',
} as const

async function hashOf(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function VerifyPage() {
  const [answer, setAnswer] = useState<(Known & { readonly name: string; readonly sha256: string }) | null>(
    null,
  )
  const look = async (file: File | undefined) => {
    if (!file) return
    try {
      const sha256 = await hashOf(file)
      setAnswer({ ...(await call<Known>('/api/sign/verify', { sha256 })), name: file.name, sha256 })
    } catch (error) {
      tellFailure(error)
    }
  }
  return (
    <FrontPage title="Check a signed document">
      <p>Choose a PDF file. It stays on your device: only its checksum is compared.</p>
      <label className="flex flex-col gap-1.5">
        <span className="text-12 font-medium text-n11">File</span>
        <input
          type="file"
          accept="application/pdf"
          onChange={(event) => void look(event.target.files?.[0])}
        />
      </label>
      {answer && (
        <div role="status" className="flex flex-col gap-1.5">
          {answer.is_known ? (
            <p className="font-medium">
              {words[answer.file]}
              {answer.completed_at && ` All had signed ${instantText(answer.completed_at)}.`}
            </p>
          ) : (
            <Fault>This file is not known here: it was changed, or it comes from elsewhere.</Fault>
          )}
          <p className="text-12 text-n11 wrap-anywhere">
            {answer.name}, SHA-256 {answer.sha256}
          </p>
        </div>
      )}
      <a href="/.well-known/signing-certificate.pem" className="text-a11 underline">
        The certificate of our seal
      </a>
    </FrontPage>
  )
}
