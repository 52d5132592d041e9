import { describe, expect, it } from 'vitest'
import { estimateLocks, findStatementLocks } from './statement-lock.rule.ts'

const TABLES = [{ name: 'sale_events', bytes: 0, rows: 0, indexes: ['sale_events_customer'] }]

describe('findStatementLocks returns the requests that a migration statement blocks', () => {
  it.each([
    ['create index sale_events_x on sale_events (a)', 'sale_events', 'writes', 'indexes'],
    ['create unique index if not exists x on only click_events (a)', 'click_events', 'writes', 'indexes'],
    [
      'create trigger audit after insert or update on programs for each row execute function f()',
      'programs',
      'writes',
      'moment',
    ],
    [
      'create table click_events_2026_01 partition of click_events for values from (1) to (2)',
      'click_events',
      'everything',
      'moment',
    ],
    ['drop table if exists old_things', 'old_things', 'everything', 'moment'],
    ['alter table programs add column name text', 'programs', 'everything', 'moment'],
    ['alter table programs\n  add column n integer not null default 0', 'programs', 'everything', 'moment'],
    ['alter table programs alter column n set not null', 'programs', 'everything', 'reads'],
    ['alter table programs alter column n type bigint', 'programs', 'everything', 'rewrites'],
    ['alter table programs add constraint c check (n > 0)', 'programs', 'everything', 'reads'],
    ['alter table programs add constraint c check (n > 0) not valid', 'programs', 'everything', 'moment'],
    [
      'alter table links add constraint f foreign key (program_id) references programs (id)',
      'links',
      'writes',
      'reads',
    ],
    ['alter table links add primary key (program_id, id)', 'links', 'everything', 'indexes'],
    ['alter table links add constraint p primary key using index i', 'links', 'everything', 'moment'],
    ['update commissions set a = b', 'commissions', 'nothing', 'rewrites'],
    ['update commissions as c set a = b where c.a is null', 'commissions', 'nothing', 'changes'],
    ['delete from commissions where a = b', 'commissions', 'nothing', 'changes'],
    ['drop index sale_events_customer', 'sale_events', 'everything', 'moment'],
    ['drop index if exists sale_events_customer', 'sale_events', 'everything', 'moment'],
    // Created before the migration.
    ['create index if not exists sale_events_customer on sale_events (a)', 'sale_events', 'writes', 'moment'],
    ['create index if not exists sale_events_other on sale_events (a)', 'sale_events', 'writes', 'indexes'],
    // The statement fails, but locks the table until then.
    ['create index sale_events_customer on sale_events (a)', 'sale_events', 'writes', 'indexes'],
    ['insert into workspace_programs select 1', 'workspace_programs', 'nothing', 'rewrites'],
  ])('%s', (statement, table, keeps, work) => {
    expect(findStatementLocks(statement, TABLES)[0]).toEqual({ table, keeps, work })
  })

  it.each([
    'create table things (id bigint)',
    'create function f() returns void as $$ update x set y = 1 $$',
    'drop index nobody_has_it',
  ])('%s: nothing', (statement) => {
    expect(findStatementLocks(statement, TABLES)).toEqual([])
  })

  it.each([
    ['alter table links add foreign key (program_id) references programs (id)', 'reads'],
    ['alter table links add constraint f foreign key (a) references programs (id) not valid', 'moment'],
  ])('%s also locks the referenced table', (statement, work) => {
    expect(findStatementLocks(statement, TABLES)).toEqual([
      { table: 'links', keeps: expect.any(String), work },
      { table: 'programs', keeps: 'writes', work: 'moment' },
    ])
  })

  it('a new table blocks writes to the tables it references', () => {
    expect(
      findStatementLocks('create table t (a bigint references programs (id), b bigint references t)', []),
    ).toEqual([
      { table: 'programs', keeps: 'writes', work: 'moment' },
      { table: 't', keeps: 'writes', work: 'moment' },
    ])
  })
})

it('holds a lock until the migration ends and ignores tables that do not exist yet', () => {
  const tables = [
    { name: 'sale_events', bytes: 3e9, rows: 1 },
    { name: 'links', bytes: 0, rows: 0 },
  ]
  const statements = [
    'alter table links add column x text',
    'create index i on sale_events (a)',
    'create table things (id bigint)',
    'create index j on things (id)',
  ]
  expect(estimateLocks('099_x.sql', statements, tables)).toEqual({
    name: '099_x.sql',
    locks: [
      { table: 'links', keeps: 'everything', bytes: 0, seconds: expect.closeTo(100.2) },
      { table: 'sale_events', keeps: 'writes', bytes: 3e9, seconds: expect.closeTo(100.1) },
    ],
    seconds: expect.closeTo(100.2),
    needsBytes: 2e9,
  })
})

it('warns for each table when a condition may match every row', () => {
  const tables = [
    { name: 'sale_events', bytes: 1.5e9, rows: 1 },
    { name: 'links', bytes: 0, rows: 0 },
  ]
  const statements = ['alter table links add column x text', 'update sale_events set a = 1 where a is null']
  expect(estimateLocks('099_x.sql', statements, tables).locks).toEqual([
    { table: 'links', keeps: 'everything', bytes: 0, seconds: expect.closeTo(100.2), changesAllRows: true },
    {
      table: 'sale_events',
      keeps: 'nothing',
      bytes: 1.5e9,
      seconds: expect.closeTo(100.1),
      changesAllRows: true,
    },
  ])
})
