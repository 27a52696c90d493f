/** Judges messages to HMRC by its own schemas and rules. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { bodyOf, type Message, messageOf } from '#business/payroll/returns/govtalk.rules.ts'
import { irmarkOfBody } from '#business/payroll/returns/irmark.server.ts'
import { brokenRules, has_hmrc_tools, hmrc_folder } from './hmrc-tools.ts'

const are_required = process.env.REQUIRE_TOOLS === '1'
/** Judged by HMRC's schemas where the machine has both tools. */
export const judging = test.skipIf(!has_hmrc_tools && !are_required)

export const readFixture = (path: string): string => readFileSync(join(hmrc_folder, path), 'utf8')

/** The message with its mark. */
export const marked = (message: Message): string =>
  messageOf(message, irmarkOfBody(bodyOf(message, null)).base64)

/**
 * Numbers of HMRC's rules that the message breaks.
 * @throws where the message is not canonical, or does not fit the schema
 */
export const judged = (message: Message): string[] => brokenRules(marked(message), message)
