-- Why: an account that a contractor entered by their link named the link's sender as the person who entered it. The contractor has
-- no sign-in yet, so their name is kept beside the sender, who still confirms nothing of it (decision 0159).
alter table business.bank_account
  add column entered_by_link text,
  -- The address of the link: its person does not confirm the account, should they act for the agency or the provider.
  add column link_email text,
  add constraint bank_account_entered_by_link check ((entered_by_link is null) = (link_email is null));
create or replace function business.keep_bank_account() returns trigger language plpgsql as $$
begin
  if (new.business_id, new.account_holder_name, new.account_number, new.sort_code, new.iban, new.swift_code, new.ach_routing,
      new.currency_id, new.purpose, new.requested_by, new.entered_by_link, new.link_email)
     is distinct from (old.business_id, old.account_holder_name, old.account_number, old.sort_code, old.iban, old.swift_code,
      old.ach_routing, old.currency_id, old.purpose, old.requested_by, old.entered_by_link, old.link_email) then
    raise exception 'a bank account is replaced by a new version, never changed' using errcode = 'restrict_violation';
  end if;
  if new.status = 'confirmed' and old.status <> 'confirmed' and (old.status <> 'pending' or new.decided_by is null
     or new.decided_by = coalesce(old.requested_by, '')) then
    raise exception 'a bank account is confirmed by a second person' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
call log.keep_sealed('business.bank_account');
