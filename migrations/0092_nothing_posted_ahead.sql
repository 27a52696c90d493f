-- Why: a payment could be posted up to 366 days ahead, though every payment is dated on the day it is made.
create or replace function ledger.post(said jsonb) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  posted_at timestamptz := (said ->> 'at')::timestamptz;
  today date := (posted_at at time zone 'Europe/London')::date;
  entry_ids uuid[]; principals uuid[]; providers uuid[]; agencies uuid[]; dates date[]; latest date[]; mirrored uuid[];
  account_ids uuid[]; account_principals uuid[]; currencies uuid[];
  fault text;
begin
  select array_agg(e.id order by e.n), array_agg(coalesce(o.principal_id, e.principal_id) order by e.n),
      array_agg(coalesce(o.provider_id, e.provider_id) order by e.n),
      array_agg(case when o.id is null then e.agency_id else o.agency_id end order by e.n),
      array_agg(e.post_date order by e.n), array_agg(greatest(today, o.post_date) order by e.n), array_agg(e.reverses_id order by e.n)
    into entry_ids, principals, providers, agencies, dates, latest, mirrored
    from rows from (jsonb_to_recordset(said -> 'entries')
      as (id uuid, principal_id uuid, provider_id uuid, agency_id uuid, post_date date, reverses_id uuid))
      with ordinality e (id, principal_id, provider_id, agency_id, post_date, reverses_id, n)
    left join ledger.transaction o on o.id = e.reverses_id;
  if entry_ids is null then raise exception 'nothing is posted' using errcode = 'check_violation'; end if;

  -- Nothing is posted ahead. Earlier releases did so with payments: a mirror of one may share its day.
  select case
      when e.post_date is null or e.post_date > e.latest then format('entry %s is posted on %s, after %s', e.id, e.post_date, e.latest)
      when e.post_date < p.books_begin then format('entry %s is posted on %s, before the books begin on %s', e.id, e.post_date, p.books_begin)
      else format('entry %s is not in the books of a provider or its funder', e.id) end
    into fault
    from unnest(entry_ids, principals, providers, dates, latest) e (id, principal_id, provider_id, post_date, latest)
    left join business.business p on p.id = e.provider_id and p.type = 'provider'
    left join business.business f on f.id = e.principal_id and f.type = 'funder'
    where e.post_date is null or e.post_date > e.latest or e.post_date < p.books_begin or p.id is null
      or (e.principal_id is distinct from p.id and f.id is null) limit 1;
  if found then raise exception '%', fault using errcode = 'check_violation'; end if;

  insert into ledger.transaction (id, kind, source_entity, source_id, principal_id, provider_id, agency_id, reverses_id, fact_key, post_date, created_at)
    select e.id, e.kind, e.source_entity, e.source_id, principals[e.n], providers[e.n], agencies[e.n], e.reverses_id, e.fact_key,
      e.post_date, posted_at
    from rows from (jsonb_to_recordset(said -> 'entries')
      as (id uuid, kind text, source_entity text, source_id uuid, reverses_id uuid, fact_key text, post_date date))
      with ordinality e (id, kind, source_entity, source_id, reverses_id, fact_key, post_date, n);

  select format('entry %s names %s %s, which is not there', t.id, t.source_entity, t.source_id) into fault
    from unnest(entry_ids) e (id) join ledger.transaction t on t.id = e.id
    where not case t.source_entity
      when 'transaction.invoice_set' then exists (select from transaction.invoice_set s where s.id = t.source_id)
      when 'transaction.invoice' then exists (select from transaction.invoice s where s.id = t.source_id)
      when 'transaction.payment_receipt_summary' then exists (select from transaction.payment_receipt_summary s where s.id = t.source_id)
      when 'transaction.payment_receipt_detail' then exists (select from transaction.payment_receipt_detail s where s.id = t.source_id)
      when 'transaction.credit_allocation' then exists (select from transaction.credit_allocation s where s.id = t.source_id)
      when 'transaction.collection_note' then exists (select from transaction.collection_note s where s.id = t.source_id)
      when 'transaction.recourse_entry' then exists (select from transaction.recourse_entry s where s.id = t.source_id)
      when 'transaction.refund' then exists (select from transaction.refund s where s.id = t.source_id)
      else false end limit 1;
  if found then raise exception '%', fault using errcode = 'foreign_key_violation'; end if;

  if array_remove(mirrored, null) <> '{}' then
    insert into ledger.posting (transaction_id, account_id, invoice_id, agency_id, currency_id, amount, post_date, created_at)
      select e.id, o.account_id, o.invoice_id, o.agency_id, o.currency_id, -o.amount, e.post_date, posted_at
      from unnest(entry_ids, mirrored, dates) e (id, reverses_id, post_date) join ledger.posting o on o.transaction_id = e.reverses_id;
  end if;
  if array_position(mirrored, null) is null then return; end if;

  select format('%s is %s, and %s', w.kind, case when w.business_id is null then 'kept for nobody' else 'kept for a business' end,
      coalesce(c.alpha_code, 'of no currency that is known')) into fault
    from jsonb_to_recordset(said -> 'accounts') as w (kind text, business_id uuid, currency text)
    left join platform.currency c on c.alpha_code = w.currency
    where c.id is null
      or (w.business_id is null) <> (w.kind in ('sales', 'output_vat', 'purchases', 'input_vat', 'fee_income', 'bank')) limit 1;
  if found then raise exception 'there is no such account: %', fault using errcode = 'check_violation'; end if;

  -- Two runs open accounts in one order, and cannot deadlock.
  for attempt in 1..2 loop
    select array_agg(a.id order by w.n), array_agg(w.principal_id order by w.n), array_agg(c.id order by w.n)
      into account_ids, account_principals, currencies
      from rows from (jsonb_to_recordset(said -> 'accounts') as (principal_id uuid, kind text, business_id uuid, currency text))
        with ordinality w (principal_id, kind, business_id, currency, n)
      join platform.currency c on c.alpha_code = w.currency
      left join ledger.account a on a.principal_id = w.principal_id and a.kind = w.kind and a.currency_id = c.id
        and coalesce(a.business_id, '00000000-0000-0000-0000-000000000000') = coalesce(w.business_id, '00000000-0000-0000-0000-000000000000');
    exit when array_position(account_ids, null) is null;
    insert into ledger.account (principal_id, kind, business_id, currency_id, created_at)
      select w.principal_id, w.kind, w.business_id, c.id, posted_at
      from rows from (jsonb_to_recordset(said -> 'accounts') as (principal_id uuid, kind text, business_id uuid, currency text))
        with ordinality w (principal_id, kind, business_id, currency, n)
      join platform.currency c on c.alpha_code = w.currency order by w.n
      on conflict do nothing;
  end loop;

  select case when count(distinct p.entry::int) <> cardinality(array_positions(mirrored, null)) or bool_or(mirrored[p.entry::int] is not null)
        then 'an entry has no postings, or a mirror has its own'
      when bool_or(account_principals[p.account::int] is distinct from principals[p.entry::int])
        then 'a posting is on an account of other books than its entry'
      when bool_or(scale(p.amount::numeric) > 2) then 'an amount is finer than a penny' end
    into fault
    from rows from (jsonb_array_elements_text(said -> 'postings' -> 'entry'), jsonb_array_elements_text(said -> 'postings' -> 'account'),
      jsonb_array_elements_text(said -> 'postings' -> 'amount')) p (entry, account, amount);
  if fault is not null then raise exception '%', fault using errcode = 'check_violation'; end if;

  -- The table's own trigger checks that each entry sums to zero in each currency.
  insert into ledger.posting (id, transaction_id, account_id, invoice_id, agency_id, currency_id, amount, post_date, created_at)
    select p.id::uuid, entry_ids[p.entry::int], account_ids[p.account::int], p.invoice::uuid, agencies[p.entry::int],
      currencies[p.account::int], p.amount::numeric, dates[p.entry::int], posted_at
    from rows from (jsonb_array_elements_text(said -> 'postings' -> 'id'), jsonb_array_elements_text(said -> 'postings' -> 'entry'),
      jsonb_array_elements_text(said -> 'postings' -> 'account'), jsonb_array_elements_text(said -> 'postings' -> 'invoice'),
      jsonb_array_elements_text(said -> 'postings' -> 'amount')) p (id, entry, account, invoice, amount);
end $$;
