/** The terms of a pension on a pay day, as SQL. Pure. */

/** Joins terms `t` to membership `m`. A refund after opting out has the terms of its contributions. */
export const joinTermsOnSql = (pay_day: string): string =>
  `join business.pension_terms t on t.pension_scheme_id = m.pension_scheme_id and t.deleted_at is null
     and case m.state when 'opted_out' then m.effective_from - 1 else ${pay_day} end
       between t.effective_from and coalesce(t.effective_to, 'infinity')`
