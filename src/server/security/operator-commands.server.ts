/** Commands of the operator as security events: the command and the account of the machine, without its words. */
import { hostname, userInfo } from 'node:os'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '../database.ts'
import { inTransaction } from '../tx.ts'
import { writeSecurityEvent } from './security-write.server.ts'

type Deps = { readonly database: Pick<Database, 'transaction'>; readonly clock: Clock }

/** A container may run under a number that has no name. */
function account(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

/**
 * Runs a command, and writes it as an event for each provider. The words of a command may name a person of another
 * provider, so only the event of its effect holds them.
 */
export async function keepCommand(deps: Deps, command: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    await write(deps, command, 'refused')
    throw error
  }
  await write(deps, command, 'ok')
}

function write({ database, clock }: Deps, command: string, outcome: 'ok' | 'refused'): Promise<void> {
  const says = `${command}, by ${account()} on ${hostname()}`
  return inTransaction(database, async (tx) => {
    const providers = await tx.rows<{ id: string | null }>(
      `select id from business.business where type = 'provider' and deleted_at is null order by id`,
    )
    // An empty installation has no provider yet: the event is kept without one.
    for (const { id } of providers.length === 0 ? [{ id: null }] : providers)
      await writeSecurityEvent(tx, clock, {
        kind: 'admin_command',
        outcome,
        user_id: null,
        business_id: id,
        says,
      })
  })
}
