-- A new link code must differ from every other one by more than case: the unique index compares the codes in lower case.
-- Codes that differed only by case before stay, told apart by `twin`; every other code has 0.
-- The index also finds a code that a visitor's address spells with other capitals.
alter table link_codes add column twin smallint not null default 0;

update link_codes as c set twin = t.twin
from (
  select code, row_number() over (partition by lower(code collate "C") order by code) - 1 as twin from link_codes
) as t
where t.code = c.code and t.twin > 0;

create unique index link_codes_without_case on link_codes (lower(code collate "C"), twin);
