/** `npm run admin -- rotate-key`: after a change of DATA_KEY. */
import { systemClock } from '#kernel/clock.ts'
import { rotateKey } from '../security/rotate-key.server.ts'
import type { Installation } from './command-installation.ts'
import { say } from './command-say.ts'

/** @throws Error with a sentence for the operator; nothing is changed then */
export async function printKeyRotated(
  { settings, database }: Installation,
  args: readonly string[],
): Promise<void> {
  if (args.length > 0) throw new Error('Write no more than: npm run admin -- rotate-key')
  const { changed, present } = await rotateKey(database, systemClock, settings)
  say(`${changed} secrets were encrypted with the present DATA_KEY; ${present} were already.`)
  say(
    'DATA_KEY_OLD is needed no more for them. Recovery codes made under it end with it: have people make new ones.',
  )
}
