import { call } from '#web/core/call.ts'
import { createPasskey, type PasskeyStart } from '#web/core/passkey.ts'
import { PasskeyButton } from './PasskeyButton.tsx'

/** Makes a passkey on this device. `onDone` gets the recovery codes of a first factor, which are shown once. */
export function PasskeyEnrol({
  path = '/api/auth/factors/passkey',
  fixed,
  onDone,
}: {
  /** Asks for the options; `/confirm` behind it takes the passkey. */
  path?: string
  /** Goes along with both calls. */
  fixed?: object
  onDone: (recovery_codes: readonly string[] | null) => void
}) {
  const work = async () => {
    const start = await call<PasskeyStart>(path, { ...fixed })
    const attestation = await createPasskey(start)
    return call<{ readonly recovery_codes?: readonly string[] }>(`${path}/confirm`, {
      ...fixed,
      id: start.id,
      attestation,
    })
  }
  return (
    <PasskeyButton
      label="Add a passkey"
      tone="secondary"
      work={work}
      onDone={({ recovery_codes }) => onDone(recovery_codes ?? null)}
    />
  )
}
