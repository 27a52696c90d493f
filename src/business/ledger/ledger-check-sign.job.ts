/** The signature of ledger checks: its key is not in the database. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type CheckFacts, codeOf } from '#business/ledger/ledger-check.rules.ts'
import { canonicalJson } from '#server/audit-chain.ts'

/** A key for this purpose alone. */
const keyOf = (session_secret: string) =>
  createHmac('sha256', session_secret).update('stint ledger check').digest()

/** The code printed on the report of these facts. */
export function signCheck(session_secret: string, facts: CheckFacts): string {
  return codeOf(createHmac('sha256', keyOf(session_secret)).update(canonicalJson(facts)).digest())
}

/** Is the code the signature of these facts? */
export function isSigned(session_secret: string, facts: CheckFacts, code: string): boolean {
  const right = Buffer.from(signCheck(session_secret, facts))
  const given = Buffer.from(code)
  return right.length === given.length && timingSafeEqual(right, given)
}
