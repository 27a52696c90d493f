-- Why: a business asks all its people for a second factor from a moment on; until then they have notice (decision 0133).
alter table business.business add column second_factor_from timestamptz;
call log.keep_sealed('business.business');
