-- Browsers, pages and titles are sent with every click and are nearly always the same few: what repeats is kept once a
-- month for each program, and a click says its number. What does not repeat stays in the click itself, as do all texts
-- of clicks that were recorded before. A number is never given anew, so that a month goes as a whole with its clicks.
create table click_texts (
  program_id bigint not null references programs (id),
  -- The first day of the month, in UTC.
  month date not null,
  field text not null check (field in ('affiliate_url', 'page_url', 'page_title', 'referrer_url', 'user_agent',
    'screen_resolution', 'viewport_size', 'language', 'timezone')),
  id smallint not null check (id > 0),
  text text not null,
  primary key (program_id, month, field, id)
);

-- Two texts with one hash are no mistake: the second of them stays in its clicks.
create unique index click_texts_text on click_texts (program_id, month, field, hashtextextended(text, 0));

alter table click_events
  add column affiliate_url_id smallint,
  add column page_url_id smallint,
  add column page_title_id smallint,
  add column referrer_url_id smallint,
  add column user_agent_id smallint,
  add column screen_resolution_id smallint,
  add column viewport_size_id smallint,
  add column language_id smallint,
  add column timezone_id smallint,
  -- A session's id that is a UUID as it is usually written takes less than half as one.
  add column session_uuid uuid;

-- Numbers the texts that have none yet, as long as the month has numbers left, and says the numbers of all that have one.
-- Two processes that number at once give the same numbers: what one of them loses is numbered the next time.
create function number_click_texts(p_program_id bigint, p_month date, p_texts json, p_most integer)
returns table (field text, text text, id smallint) language plpgsql as $$
#variable_conflict use_column
begin
  -- While somebody counts the program's days anew, no text gets a number, and nobody waits for one.
  perform from programs p where p.id = p_program_id for key share skip locked;
  if not found then
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
