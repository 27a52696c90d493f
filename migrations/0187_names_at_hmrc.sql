-- Why: HMRC says to whom a VAT number is registered, and nobody compared that name with the party's. Names that are not alike are a
-- warning to the people who approve and pay the party (decision 0139). The least likeness is LIKENESS_MIN of look-alike.rules.ts.
alter table business.company
  add column vat_name_differs boolean not null generated always as
    (coalesce(similarity(business.plain_name(name), business.plain_name(vat_check_name)) < 0.6, false)) stored;
call log.keep_sealed('business.company');
