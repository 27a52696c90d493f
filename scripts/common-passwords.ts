/**
 * `node_modules/.bin/node scripts/common-passwords.ts LIST`: writes src/server/passwords/common-passwords.bin from a public list of passwords,
 * one a line, most common first. It keeps entries that our rules would take by their length, as the first bytes of their
 * hashes: the file shows none of them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD_LENGTH_MIN } from '../src/server/auth/auth-password.ts'
import { COMMON_BYTES, commonHash } from '../src/server/passwords/common-passwords.ts'
import { root } from './steps.ts'

const [list = ''] = process.argv.slice(2)
const lines = readFileSync(list, 'utf8').split(/\r?\n/)
const long = lines.filter((line) => line.length >= PASSWORD_LENGTH_MIN)
const hashes = [...new Set(long.map((line) => commonHash(line).toString('hex')))].sort()
writeFileSync(
  join(root, 'src/server/passwords/common-passwords.bin'),
  Buffer.concat(hashes.map((hash) => Buffer.from(hash, 'hex'))),
)
console.log(`${hashes.length} entries of ${COMMON_BYTES} bytes from ${lines.length} lines`)
