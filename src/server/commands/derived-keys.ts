/** Keys of an installation that follow from its settings, so that all servers of a database have the same. */
import { createHmac, scryptSync } from 'node:crypto'

/** Shorter texts are passwords that a person may have chosen: guesses at them must be slow. */
const LONG_ENOUGH = 32
/** As for passwords of people (ASVS 5.0, appendix C), with twice the memory: it runs once a start. */
const COST = { N: 2 ** 16, r: 8, p: 2, maxmem: 2 ** 27 }

type DerivedKeys = {
  readonly roleSecret: string
  readonly sessionSecret: string
  readonly dataKey: string
  /** The key of before short texts were stretched: values encrypted with it still open. */
  readonly dataKeyBefore: string | null
}

const keyOf = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex')

/** The salt names the database's roles: two installations with one password have different keys. */
function stretched(text: string, role_prefix: string): string {
  return scryptSync(text.normalize('NFKC'), `stint keys ${role_prefix}`, 32, COST).toString('hex')
}

/** @param text `ROLE_SECRET`, else the database's password */
export function derivedKeys(text: string, role_prefix: string): DerivedKeys {
  const is_long = text.length >= LONG_ENOUGH
  const roleSecret = is_long ? text : stretched(text, role_prefix)
  return {
    roleSecret,
    sessionSecret: keyOf(roleSecret, 'stint sessions'),
    dataKey: keyOf(roleSecret, 'stint data'),
    dataKeyBefore: is_long ? null : keyOf(text, 'stint data'),
  }
}
