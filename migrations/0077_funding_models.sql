-- Why: the provider fixes which funding models an agency may use; a placement of the agency takes the default.
alter table business.business add column funding_models text[];
update business.business set funding_models = array[funding_model] where type = 'agency';
alter table business.business add constraint business_funding_models check (funding_models is null or (
  type = 'agency' and funding_model = any (funding_models)
  and funding_models <@ array['direct', 'agency_billed', 'indirect']));
call log.keep_sealed('business.business');
