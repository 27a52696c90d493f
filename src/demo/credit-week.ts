/** Credit control of one week: calls, promises, letters by hand, and a paused client. */
import { addDays, type Day } from '#kernel/day.ts'
import { attempt } from './attempt.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

type Debt = { readonly id: string; readonly owed: string; readonly half: string }

/** The open amounts of a client's oldest overdue documents without dispute or promise. */
function overdue(world: World, stage: Stage, client: string, day: Day): Promise<Debt[]> {
  return stage.tx.rows<Debt>(
    `select i.id, i.outstanding_balance as owed, round(i.outstanding_balance / 2, 2) as half
     from transaction.invoice i
     where i.client_id = $1 and i.type in ('provider-client', 'agency-client', 'funder-client') and i.status = 'open'
       and not i.is_credit_note and not i.is_disputed and i.due_date < $2 and i.outstanding_balance > 0
       and not exists (select from transaction.payment_promise p where p.invoice_id = i.id and p.status = 'open')
     order by i.due_date, i.human_id limit 4`,
    [businessId(world, client), day],
  )
}

type Call = { readonly client: string; readonly by: string; readonly person: string; readonly note: string }
type Word = {
  readonly client: string
  readonly by: string
  /** Rank among the oldest debts. */
  readonly at: number
  readonly days: number
  readonly part: 'owed' | 'half'
  readonly note: string
}
type Asked = {
  readonly calls?: readonly Call[]
  readonly promises?: readonly Word[]
  /** Letters by hand and statements, by agency and client. */
  readonly letters?: readonly (readonly [by: string, client: string])[]
  readonly statements?: readonly (readonly [by: string, client: string])[]
}

/** By weeks ago. */
const asked: Readonly<Record<number, Asked>> = {
  6: {
    calls: [
      {
        client: 'tamarpoint',
        by: 'agency_admin',
        person: 'Sally Trewin',
        note: 'A new ledger is being brought in; expects to pay in the run of next month.',
      },
    ],
    promises: [
      {
        client: 'tamarpoint',
        by: 'agency_admin',
        at: 0,
        days: 40,
        part: 'owed',
        note: 'In the run after the new ledger is in',
      },
    ],
  },
  4: {
    calls: [
      {
        client: 'stonebridge',
        by: 'copperbeech_admin',
        person: 'Tracey Birkett',
        note: 'Waits for the architect’s certificate; asked for the signed timesheets again.',
      },
    ],
    promises: [
      {
        client: 'stonebridge',
        by: 'copperbeech_admin',
        at: 0,
        days: 6,
        part: 'half',
        note: 'Half now, the rest when the site is certified',
      },
    ],
  },
  3: { letters: [['agency_admin', 'tamarpoint']] },
  2: {
    promises: [
      {
        client: 'orchardvale',
        by: 'larkfield_relationship',
        at: 0,
        days: 21,
        part: 'owed',
        note: 'In the payment run of the month',
      },
    ],
    letters: [['copperbeech_admin', 'stonebridge']],
    statements: [['agency_admin', 'kestrel']],
  },
  1: {
    calls: [
      {
        client: 'orchardvale',
        by: 'agency_admin',
        person: 'Beth Kirkham',
        note: 'Everything is approved and in the run of the month.',
      },
    ],
    promises: [
      {
        client: 'tamarpoint',
        by: 'agency_admin',
        at: 1,
        days: 16,
        part: 'owed',
        note: 'Said so on the telephone',
      },
      {
        client: 'millrace',
        by: 'copperbeech_admin',
        at: 0,
        days: 12,
        part: 'half',
        note: 'Half by the twelfth day, the rest a week later',
      },
    ],
  },
  0: { statements: [['copperbeech_admin', 'penninelogistics']] },
}

/** Thursday: the agencies review their debtors. */
export function askForMoney(world: World, day: Day, repeats: number): Promise<void> {
  return onStage(world, async (stage) => {
    const { calls = [], promises = [], letters = [], statements = [] } = asked[repeats] ?? {}
    for (const { client, by, ...call } of calls)
      await stage.act(by, 'transaction.chase.record_call', {
        ...call,
        client_id: businessId(world, client),
        on_date: day,
      })
    for (const one of promises) await promise(world, stage, day, one)
    for (const [by, client] of letters) {
      const ids = (await overdue(world, stage, client, day)).map((debt) => debt.id)
      if (ids.length > 0) await attempt(stage, by, 'transaction.invoice.chase', { ids })
    }
    for (const [by, client] of statements)
      await attempt(stage, by, 'report.client_statement.send', { client_id: businessId(world, client) })
    if (repeats === 0)
      await stage.act('copperbeech_admin', 'business.chase_pause.set', {
        client_id: businessId(world, 'ashdown'),
        until: addDays(day, 21),
        reason: 'Their accounts move to another building; agreed to wait',
      })
  })
}

async function promise(world: World, stage: Stage, day: Day, word: Word): Promise<void> {
  const { client, by, at, days, part, note } = word
  const debt = (await overdue(world, stage, client, day))[at]
  if (!debt) return
  await stage.act(by, 'transaction.payment_promise.record', {
    invoice_id: debt.id,
    amount: debt[part],
    promised_date: addDays(day, days),
    note,
  })
}
