-- Why: reopening a pay run makes the next version of a difference timesheet. The differences of a week share their versions, so
-- that the next free one may be more than one higher; the old hash still goes with a new version alone.
create or replace function transaction.keep_evidence() returns trigger language plpgsql as $$
begin
  if old.evidence_hash is not null and new.evidence_hash is distinct from old.evidence_hash
     and not (new.version > old.version and new.evidence_hash is null) then
    raise exception 'the evidence of an approval does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
