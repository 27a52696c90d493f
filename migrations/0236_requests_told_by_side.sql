-- Why: the id of a placement's newest change request said to a side that a request about the other side's rates was open.
-- Each side reads the newest request of those that it reads. Agency and provider go on with the newest of all.
alter table contract.contract
  add column told_client_request_id uuid references request.change_request (id),
  add column told_contractor_request_id uuid references request.change_request (id),
  add column told_funder_request_id uuid references request.change_request (id);

create function request.newest_of(contract uuid, side text) returns uuid language sql stable as $$
  select r.id from request.change_request r
  where r.contract_id = contract and r.status <> 'draft' and r.deleted_at is null
    and case side when 'client' then r.client_id when 'contractor' then r.contractor_id else r.funder_id end is not null
  order by length(r.human_id) desc, r.human_id desc limit 1
$$;

create or replace function request.keep_newest() returns trigger language plpgsql as $$
begin
  update contract.contract set change_request_id = new.id
  where id = new.contract_id and change_request_id is distinct from new.id
    and not exists (select from request.change_request r where r.contract_id = new.contract_id and r.status <> 'draft'
      and r.deleted_at is null and r.created_at > new.created_at);
  update contract.contract c set told_client_request_id = n.client, told_contractor_request_id = n.contractor,
    told_funder_request_id = n.funder
  from (select request.newest_of(new.contract_id, 'client') as client,
    request.newest_of(new.contract_id, 'contractor') as contractor,
    request.newest_of(new.contract_id, 'funder') as funder) n
  where c.id = new.contract_id
    and (c.told_client_request_id, c.told_contractor_request_id, c.told_funder_request_id)
      is distinct from (n.client, n.contractor, n.funder);
  return null;
end $$;
drop trigger change_request_newest on request.change_request;
create trigger change_request_newest
  after insert or update of status, client_id, contractor_id, funder_id on request.change_request
  for each row when (new.contract_id is not null and new.status <> 'draft') execute function request.keep_newest();

update contract.contract c set told_client_request_id = request.newest_of(c.id, 'client'),
  told_contractor_request_id = request.newest_of(c.id, 'contractor'),
  told_funder_request_id = request.newest_of(c.id, 'funder')
where c.change_request_id is not null;
call log.keep_sealed('contract.contract');
