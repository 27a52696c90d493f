/** The first user's passkey, in place of an authenticator app. */
import { z } from 'zod'
import { precondition } from '#kernel/errors.ts'
import type { Confirmed } from '../auth/auth-factor.server.ts'
import { attestationInput, beginPasskey, confirmPasskey } from '../auth/auth-passkey.server.ts'
import type { PasskeyParty } from '../auth/passkey-party.ts'
import type { DataKeySettings } from '../data-key.ts'
import { parseInput } from '../http/input-errors.ts'
import { holdSteps } from './setup-state.server.ts'
import type { Within } from './setup-steps.server.ts'

const confirmInput = z.strictObject({ id: z.string().min(1).max(100), attestation: attestationInput })

/** The browser's options for the passkey. */
export async function beginYourPasskey({ tx, clock }: Within, party: PasskeyParty) {
  const { you } = await holdSteps(tx)
  const user = await tx.row<{ id: string; email: string; name: string }>(
    'select id, email, name from auth."user" where id = $1',
    [you?.user_id ?? null],
  )
  if (!user) throw precondition('Please enter yourself first')
  return beginPasskey({ tx, clock }, party, user)
}

/** Keeps the passkey. @returns `done` null where the browser's answer does not prove it */
export async function confirmYourPasskey(
  { tx, clock }: Within,
  settings: DataKeySettings,
  party: PasskeyParty,
  raw: unknown,
): Promise<{ readonly user_id: string; readonly done: Confirmed | null }> {
  const given = parseInput(confirmInput, raw)
  const { you } = await holdSteps(tx)
  if (!you) throw precondition('Please enter yourself first')
  const { user_id } = you
  return {
    user_id,
    done: await confirmPasskey({ tx, clock }, settings, party, { ...given, user_id, label: 'Passkey' }),
  }
}
