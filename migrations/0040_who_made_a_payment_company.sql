-- Why: a worker's own company is found by its provider, and its numbers count up: an agency that names another agency's
-- company as its new worker's would read that company's account, and could change it. An agency pays its people through the
-- companies of its people, those it entered itself, and umbrellas, which are everybody's; the provider shares the others.
alter table business.business
  -- Whose people entered a payment company; null where it is not known.
  add column made_by_id uuid references business.business (id);

update business.business b set made_by_id = a.business_id
from log.audit a
where a.entity = 'business.business' and a.entity_id = b.id and a.action_id = 'business.payment_company.create'
  and b.type in ('limited', 'umbrella', 'selfemployed', 'payer');
