-- Two processes that gave numbers to overlapping texts of a program at once could be ended by a deadlock, and the clicks
-- they recorded with them. Now they number in turn, and 0 says that it is not one's turn: the text stays in its click.
-- The function keeps its name, for the processes of the release before: they take 0 for no number.
create or replace function number_click_texts(p_program_id bigint, p_month date, p_texts json, p_most integer)
returns table (field text, text text, id smallint) language plpgsql as $$
#variable_conflict use_column
begin
  -- One at a time: texts are found by two keys, their number and themselves, and processes that numbered at once would
  -- wait for each other in a circle. Whoever comes meanwhile, or while the program's days are counted anew, does not wait.
  perform from programs p where p.id = p_program_id for no key update skip locked;
  if not found then
    return query select wanted.field, wanted.text, 0::smallint
      from json_to_recordset(p_texts) as wanted (field text, text text);
    return;
  end if;

  insert into click_texts as t (program_id, month, field, id, text)
  select p_program_id, p_month, numbered.field, numbered.id, numbered.text
  from (
    select new.field, new.text, row_number() over (partition by new.field order by new.text) + coalesce((
      select max(k.id) from click_texts k
      where k.program_id = p_program_id and k.month = p_month and k.field = new.field), 0) as id
    from json_to_recordset(p_texts) as new (field text, text text)
    where not exists (
      select from click_texts k
      where k.program_id = p_program_id and k.month = p_month and k.field = new.field
        and hashtextextended(k.text, 0) = hashtextextended(new.text, 0))
  ) numbered
  where numbered.id <= p_most
  order by numbered.field, numbered.id
  on conflict do nothing;

  return query
  select k.field, k.text, k.id
  from json_to_recordset(p_texts) as wanted (field text, text text)
  join click_texts k on k.program_id = p_program_id and k.month = p_month and k.field = wanted.field
    and hashtextextended(k.text, 0) = hashtextextended(wanted.text, 0) and k.text = wanted.text;
end
$$;
