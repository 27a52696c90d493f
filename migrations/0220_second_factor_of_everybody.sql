-- Why: an operator asks everybody of the installation for a second factor, beside roles and businesses (ASVS 6.3.3).
alter table platform.installation add column second_factor_from timestamptz;
