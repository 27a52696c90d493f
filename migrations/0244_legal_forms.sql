-- Why: the form of a new client states its legal form, which decides whether it has a registration number (onboarding §2.2).
-- Null: a client of before, of an import or of the API.
alter table business.company
  add column legal_form text check (legal_form in
    ('limited_company', 'llp', 'plc', 'partnership', 'sole_trader', 'public_body', 'charity', 'overseas'));
call log.keep_sealed('business.company');
