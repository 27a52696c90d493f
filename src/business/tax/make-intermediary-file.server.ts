import { z } from 'zod'
import { commission_roles } from '#entity/roles.ts'
import { present } from '#kernel/assert.ts'
import { csvLine } from '#kernel/csv-line.ts'
import { type Day, day, formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { currency, parseMoney } from '#kernel/money.ts'
import { HALF_AN_HOUR, type Tx, verb } from '#server/verb.ts'
import {
  type Engaged,
  fileLines,
  fileRow,
  first_quarter,
  quarterOf,
  type ReportedAddress,
  type ReportedPayment,
} from './intermediary-file.rules.ts'

const input = z.strictObject({ quarter_start: z.iso.date() })

const output = z.strictObject({
  file_name: z.string(),
  content: z.string(),
  quarter_start: z.iso.date(),
  quarter_end: z.iso.date(),
  due: z.iso.date(),
  worker_rows: z.number(),
  faults: z
    .array(z.strictObject({ row: z.number(), worker: z.string(), errors: z.array(z.string()).readonly() }))
    .readonly(),
})

/**
 * Makes HMRC's file of the employment intermediaries report of one quarter, with its faults by row. Faults do not
 * stop the file, because a late report costs more. Changes nothing; the audit log names the reader.
 */
export const makeIntermediaryFile = verb({
  action_id: 'report.intermediary.make',
  since: '0.1.0',
  summary: 'Makes the file of the employment intermediaries report of a quarter',
  machine: 'refused',
  impersonator: 'refused',
  who: { agency: commission_roles },
  input,
  output,
  step_up: HALF_AN_HOUR,
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const today = clock.today()
    const start = day(asked.quarter_start)
    if (start < first_quarter)
      throw invalid({ quarter_start: validationText.min_date(formatDay(first_quarter)) })
    if (start > today) throw invalid({ quarter_start: validationText.max_date(formatDay(today)) })
    const quarter = quarterOf(start)
    if (quarter.start !== start) throw invalid({ quarter_start: validationText.matches })
    const agency = present(await readReporter(tx, viewer.business_id), 'the agency that reports')
    const paid = await readPayments(tx, viewer.business_id, quarter.start, quarter.end)
    const rows = paid.map(({ from_code, payment }) => {
      const row = fileRow(payment, quarter, today)
      return from_code === payment.amount.currency
        ? row
        : { ...row, errors: [...row.errors, `Currency: converted from ${from_code} at the indicative rate`] }
    })
    const lines = fileLines(agency, rows)
    const first = lines.length - rows.length + 1
    const file_name = `intermediary-${agency.human_id}-${quarter.start}-to-${quarter.end}.csv`
    context.audit({
      entity: 'business.business',
      entity_id: viewer.business_id,
      new_values: { downloaded: file_name, workers: rows.length },
    })
    return {
      file_name,
      content: lines.map(csvLine).join(''),
      quarter_start: quarter.start,
      quarter_end: quarter.end,
      due: quarter.due,
      worker_rows: rows.length,
      faults: rows.flatMap(({ errors }, at) => {
        const payment = paid[at]?.payment
        return errors.length > 0 && payment
          ? [{ row: first + at, worker: `${payment.first_name} ${payment.last_name}`, errors }]
          : []
      }),
    }
  },
})

const address = (alias: string) =>
  `case when ${alias}.id is not null then jsonb_build_object('line_1', ${alias}.line_1, 'line_2', ${alias}.line_2,
     'line_3', ${alias}.line_3, 'line_4', ${alias}.line_4, 'city', ${alias}.city, 'state', ${alias}.state, 'zipcode', ${alias}.zipcode) end`

function readReporter(tx: Tx, agency_id: string) {
  return tx.row<{ human_id: string; name: string; address: ReportedAddress }>(
    `select b.human_id, b.name, ${address('a')} as address from business.business b
     left join business.company c on c.id = b.company_id left join business.address a on a.id = c.address_id
     where b.id = $1`,
    [agency_id],
  )
}

type Row = Omit<ReportedPayment, 'amount' | 'engaged' | 'start_date' | 'end_date' | 'date_of_birth'> & {
  readonly engaged: Engaged
  readonly amount: string
  readonly code: string
  readonly from_code: string
  readonly start_date: string | null
  readonly end_date: string | null
  readonly date_of_birth: string | null
}

/** Payments made in the quarter by worker, engagement, party and currency; HMRC takes pounds and euros. */
async function readPayments(
  tx: Tx,
  agency_id: string,
  from: Day,
  to: Day,
): Promise<{ from_code: string; payment: ReportedPayment }[]> {
  const rows = await tx.rows<Row>(
    `select coalesce(w.first_name, '') as first_name, coalesce(w.last_name, b.name) as last_name, w.date_of_birth, w.gender,
       w.ni_number, w.utr, ${address('a')} as address, p.engaged, c.start_date, c.end_date, p.includes_vat,
       y.alpha_code as from_code, case when y.alpha_code in ('GBP', 'EUR') then y.alpha_code else 'GBP' end as code,
       case when y.alpha_code in ('GBP', 'EUR') then p.amount else round(p.amount * y.fallback_rate, 2) end as amount,
       q.name as party_name, ${address('o')} as party_address, k.brn as party_brn
     from (
       select i.contractor_id, i.contract_id, i.from_business_id, i.payment_company_type as engaged, i.is_vat_invoice as includes_vat,
         d.currency_id, sum(d.amount) as amount
       from transaction.payment_receipt_detail d
       join transaction.invoice i on i.id = d.invoice_id
       where d.agency_id = $1 and d.post_date between $2 and $3 and d.reversal_date is null
         and i.type = 'contractor-agency' and i.payment_company_type <> 'contractor' and i.contractor_id is not null
         -- Tax was deducted and reported through PAYE.
         and not exists (select from transaction.deemed_payment x where x.invoice_id = i.id)
       group by 1, 2, 3, 4, 5, 6) p
     join business.business b on b.id = p.contractor_id
     left join business.individual w on w.id = b.individual_id
     left join business.address a on a.id = w.address_id
     join contract.contract c on c.id = p.contract_id
     join business.business q on q.id = p.from_business_id
     left join business.company k on k.id = q.company_id
     left join business.address o on o.id = k.address_id
     join platform.currency y on y.id = p.currency_id
     order by last_name, first_name, c.start_date, c.id, q.name, y.alpha_code, p.includes_vat`,
    [agency_id, from, to],
  )
  const dayOrNull = (text: string | null) => (text === null ? null : day(text))
  return rows.map(({ amount, code, from_code, start_date, end_date, date_of_birth, ...facts }) => ({
    from_code,
    payment: {
      ...facts,
      amount: parseMoney(amount, currency(code)),
      start_date: dayOrNull(start_date),
      end_date: dayOrNull(end_date),
      date_of_birth: dayOrNull(date_of_birth),
    },
  }))
}
