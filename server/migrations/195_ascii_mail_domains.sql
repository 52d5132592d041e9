-- One mailbox has one address: its domain is stored in ASCII (punycode, RFC 3492) and without a dot at its end. A row whose
-- canonical address another row has already stays as it is. No released version wrote such rows in numbers: this goes through
-- their few domains.
do $$
declare
  written text;
  domain text;
  label text;
  points int[];
  point int;
  least_point int;
  coded text;
  handled int;
  basic int;
  delta int;
  bias int;
  digit int;
  q int;
  k int;
  t int;
begin
  for written in
    select distinct split_part(email, '@', 2) from (
      select email from partners union all
      select email from partner_accounts union all
      select email from applications union all
      select email from join_invitations union all
      select email from workspace_invitations union all
      select recipient from mail_opt_outs
    ) as addresses
    where email ~ '^[^@]+@[^@]+$' and (email ~ '@.*[^ -~]' or email like '%.')
  loop
    domain := '';
    foreach label in array
      string_to_array(rtrim(replace(lower(normalize(written, nfkc)), chr(12290), '.'), '.'), '.')
    loop
      if label ~ '[^ -~]' then
        points := array(select ascii(c) from unnest(string_to_array(label, null)) with ordinality u (c, n) order by n);
        coded := coalesce((select string_agg(chr(p), '' order by n)
          from unnest(points) with ordinality u (p, n) where p < 128), '');
        basic := length(coded);
        handled := basic;
        if basic > 0 then
          coded := coded || '-';
        end if;
        least_point := 128;
        delta := 0;
        bias := 72;
        while handled < cardinality(points) loop
          point := (select min(p) from unnest(points) p where p >= least_point);
          delta := delta + (point - least_point) * (handled + 1);
          least_point := point;
          foreach point in array points loop
            if point < least_point then
              delta := delta + 1;
            elsif point = least_point then
              q := delta;
              k := 36;
              loop
                t := greatest(1, least(26, k - bias));
                exit when q < t;
                digit := t + (q - t) % (36 - t);
                coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', digit + 1, 1);
                q := (q - t) / (36 - t);
                k := k + 36;
              end loop;
              coded := coded || substr('abcdefghijklmnopqrstuvwxyz0123456789', q + 1, 1);
              delta := case when handled = basic then delta / 700 else delta / 2 end;
              handled := handled + 1;
              delta := delta + delta / handled;
              k := 0;
              while delta > 455 loop
                delta := delta / 35;
                k := k + 36;
              end loop;
              bias := k + 36 * delta / (delta + 38);
              delta := 0;
            end if;
          end loop;
          delta := delta + 1;
          least_point := least_point + 1;
        end loop;
        label := 'xn--' || coded;
      end if;
      domain := domain || case when domain = '' then '' else '.' end || label;
    end loop;
    update partners r set email = split_part(r.email, '@', 1) || '@' || domain
      where split_part(r.email, '@', 2) = written and r.email ~ '^[^@]+@[^@]+$' and not exists (
        select from partners o where o.workspace_id = r.workspace_id and o.email = split_part(r.email, '@', 1) || '@' || domain);
    update partner_accounts r set email = split_part(r.email, '@', 1) || '@' || domain
      where split_part(r.email, '@', 2) = written and r.email ~ '^[^@]+@[^@]+$' and not exists (
        select from partner_accounts o where o.email = split_part(r.email, '@', 1) || '@' || domain);
    update applications r set email = split_part(r.email, '@', 1) || '@' || domain
      where split_part(r.email, '@', 2) = written and r.email ~ '^[^@]+@[^@]+$' and not exists (
        select from applications o where o.program_id = r.program_id and o.email = split_part(r.email, '@', 1) || '@' || domain);
    update join_invitations r set email = split_part(r.email, '@', 1) || '@' || domain
      where split_part(r.email, '@', 2) = written and r.email ~ '^[^@]+@[^@]+$';
    update workspace_invitations r set email = split_part(r.email, '@', 1) || '@' || domain
      where split_part(r.email, '@', 2) = written and r.email ~ '^[^@]+@[^@]+$';
    update mail_opt_outs r set recipient = split_part(r.recipient, '@', 1) || '@' || domain
      where split_part(r.recipient, '@', 2) = written and r.recipient ~ '^[^@]+@[^@]+$' and not exists (
        select from mail_opt_outs o where o.program_id = r.program_id and o.kind = r.kind
          and o.recipient = split_part(r.recipient, '@', 1) || '@' || domain);
  end loop;
end $$;
