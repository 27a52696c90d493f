-- Why: the person who sets a limit, a retention or a funding rule does not check the payments that it frees for 7 days (decision
-- 0190), so each version names its author. Earlier versions have none.
alter table business.funding_retention add column set_by text references platform."user" (id);
alter table business.funding_rule add column set_by text references platform."user" (id);
alter table business.credit_limit add column set_by text references platform."user" (id);
create index funding_retention_author on business.funding_retention (set_by) where set_by is not null;
create index funding_rule_author on business.funding_rule (set_by) where set_by is not null;
create index credit_limit_author on business.credit_limit (set_by) where set_by is not null;
call log.keep_sealed('business.funding_retention');
call log.keep_sealed('business.funding_rule');
call log.keep_sealed('business.credit_limit');
