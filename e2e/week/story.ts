/** Who and what the story of one week is about; its parts hand it on from step to step. */
import type { Browser } from 'playwright-core'
import { type Day, day } from '#kernel/day.ts'
import { openBrowser, type Person } from '../people.ts'
import { type Stint, startStint } from '../serve.ts'

export type Sheet = {
  readonly id: string
  readonly human_id: string
  readonly contract_id: string
  readonly start_date: Day
  readonly end_date: Day
}
export type Document = {
  readonly id: string
  readonly human_id: string
  readonly type: string
  readonly total_amount: string
}

export class Week {
  readonly stint: Stint
  readonly browser: Browser
  /** The timesheet of this week. */
  readonly sheet: Sheet
  /** By type, once they are raised. */
  readonly documents = new Map<string, Document>()
  private readonly people = new Map<string, Person>()

  constructor(stint: Stint, browser: Browser, sheet: Sheet) {
    this.stint = stint
    this.browser = browser
    this.sheet = sheet
  }

  /** The people who are signed in through the story. */
  come(role: string, person: Person): Person {
    this.people.set(role, person)
    return person
  }

  /** @throws when the step in which they sign in did not pass */
  who(role: string): Person {
    const person = this.people.get(role)
    if (!person) throw new Error(`the ${role} has not signed in yet`)
    return person
  }

  /** @throws when no document of the type was raised */
  document(type: string): Document {
    const found = this.documents.get(type)
    if (!found) throw new Error(`no ${type} document was raised`)
    return found
  }

  sheetPath(category: string): string {
    return `/${category}/transaction/timesheet/${this.sheet.id}`
  }

  invoicePath(category: string, type: string): string {
    return `/${category}/transaction/invoice/${this.document(type).id}`
  }
}

export async function beginWeek(): Promise<Week> {
  const stint = await startStint()
  const [row] = await stint.sql<Sheet>(
    `select t.id, t.human_id, t.contract_id, t.start_date::text, t.end_date::text from transaction.timesheet t
     join business.business_contact c on c.business_id = t.contractor_id
     where c.preferences ->> 'persona' = 'contractor' order by t.start_date desc limit 1`,
  )
  if (!row) throw new Error('the demo world has no timesheet of this week')
  const sheet = { ...row, start_date: day(row.start_date), end_date: day(row.end_date) }
  return new Week(stint, await openBrowser(), sheet)
}
