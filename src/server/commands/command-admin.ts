/** `npm run admin -- COMMAND`: help by the operator where nobody can sign in. */
import { systemClock } from '#kernel/clock.ts'
import { addressOf } from '../http/http-starting.ts'
import { keepCommand } from '../security/operator-commands.server.ts'
import { parseSettings } from '../settings.ts'
import { onDatabase } from './command-database.ts'
import type { Installation } from './command-installation.ts'
import { printKeyRotated } from './command-rotate-key.ts'
import { printSetupLink } from './command-setup-link.ts'
import {
  printFactorAsked,
  printFactorReset,
  printInvited,
  printPasswordLink,
  printRoleApproved,
  printSessionsEnded,
  printSignInOpened,
} from './command-sign-ins.ts'

/** Where the running server listens, as it says itself; else where one would. */
async function urlOf({ settings, database }: Installation): Promise<string> {
  const { rows } = await database.owner.query<{ address: string }>(
    `select address from platform.node where address is not null and seen_at > now() - interval '2 minutes'
     order by seen_at desc limit 1`,
  )
  return rows[0]?.address ?? addressOf(settings.host, settings.port || 8080)
}

async function setupLink(installation: Installation): Promise<void> {
  if (!(await printSetupLink(installation, await urlOf(installation))))
    throw new Error('This installation is set up already.')
}

const commands: Readonly<
  Record<string, (installation: Installation, args: readonly string[]) => Promise<void>>
> = {
  'setup-link': setupLink,
  'reset-second-factor': printFactorReset,
  'password-link': printPasswordLink,
  'end-sessions': printSessionsEnded,
  invite: printInvited,
  'approve-role': printRoleApproved,
  'open-sign-in': printSignInOpened,
  'second-factor': printFactorAsked,
  'rotate-key': printKeyRotated,
}

/** @throws Error with a sentence for the operator */
export async function admin([name = '', ...args]: readonly string[]): Promise<void> {
  const command = commands[name]
  if (!command)
    throw new Error(
      `There is no admin command "${name}". There are: ${Object.keys(commands).join(', ')}. Write: npm run admin -- setup-link`,
    )
  await onDatabase(parseSettings(process.env), (installation) => {
    const deps = { database: installation.database, clock: systemClock }
    return keepCommand(deps, name, () => command(installation, args))
  })
}
