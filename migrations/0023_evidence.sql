-- Why: what somebody approved can be proved not to have changed since, by everybody who sees it: funder, client, agency.
alter table transaction.timesheet add column evidence_hash text;

-- The approved work as one hash: whose, when, how much of what, who approved it. Rates are no part of it: whoever knows the
-- rest could try rates until the hash fits.
create function transaction.timesheet_evidence(timesheet_id uuid) returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws('|', t.human_id, t.version, t.contract_id, t.client_id, t.contractor_id, t.start_date,
      t.end_date, to_char(t.approved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), t.approved_by_name,
      coalesce((select string_agg(concat_ws(':', d.date, d.group_id, d.rate_name, d.unit_type, d.units), ',' order by d.date, d.group_id)
        from transaction.timesheet_detail d where d.timesheet_id = t.id and d.deleted_at is null and d.units <> 0), '')), 'UTF8')), 'hex')
  from transaction.timesheet t where t.id = timesheet_evidence.timesheet_id and t.approved_at is not null $$;

create function transaction.keep_evidence() returns trigger language plpgsql as $$
begin
  if old.evidence_hash is not null and new.evidence_hash is distinct from old.evidence_hash then
    raise exception 'the evidence of an approval does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger timesheet_evidence_kept before update of evidence_hash on transaction.timesheet
  for each row execute function transaction.keep_evidence();
