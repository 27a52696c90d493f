-- Why: the evidence of an approval is kept, and a refinement makes the next version of a timesheet, which has evidence of
-- its own (money.md §1.8): with a new version the old hash goes, and only then.
create or replace function transaction.keep_evidence() returns trigger language plpgsql as $$
begin
  if old.evidence_hash is not null and new.evidence_hash is distinct from old.evidence_hash
     and not (new.version = old.version + 1 and new.evidence_hash is null) then
    raise exception 'the evidence of an approval does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
