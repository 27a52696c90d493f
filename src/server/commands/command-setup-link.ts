import { systemClock } from '#kernel/clock.ts'
import { newSetupToken, SETUP_LINK_MINUTES } from '../setup/setup-link.server.ts'
import { inTransaction } from '../tx.ts'
import type { Installation } from './command-installation.ts'
import { say } from './command-say.ts'

/** Prints a new set-up link while the installation has no administrator. @returns whether it does */
export async function printSetupLink(
  { settings, database }: Pick<Installation, 'settings' | 'database'>,
  url: string,
): Promise<boolean> {
  const token = await inTransaction(database, (tx) => newSetupToken(tx, systemClock))
  if (token === null) return false
  const base = settings.publicUrl ?? url
  say(`Set up this installation: ${base}/setup/${token} (valid ${SETUP_LINK_MINUTES} minutes)`)
  return true
}
