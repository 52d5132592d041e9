import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Check } from '../../server/src/tracking/verification/verification.ts'
import {
  type VerifyOptions,
  verifyIntegration,
} from '../../server/src/tracking/verification/verify-integration.flow.ts'
import { addCleanup } from '../../server/test/cleanup.ts'
import {
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../server/test/harness.ts'
import { executablePath } from './chromium.ts'
import type { Mistake, ShopSettings } from './example-shop/mistakes.ts'
import { type ExampleShop, type Kind, openExampleShop } from './example-shop/shop-server.ts'
import { listen } from './listen.ts'

/** Runs `affiliate verify-integration` against a real service. */
export interface VerifyStage {
  /** Verifies an example shop for a new program. */
  verifyShop(kind: Kind, mistake?: Mistake, target?: Partial<VerifyOptions['target']>): Promise<Check[]>
  /** Verifies a shop that `open` starts for a new program. */
  verifyOpened(open: OpenShop, target?: Partial<VerifyOptions['target']>): Promise<Check[]>
  verify(change: Partial<VerifyOptions['target']>, stop?: AbortSignal): Promise<Check[]>
  /** Counts the rows that a live event in any program would have created. */
  countLiveRows(): Promise<number>
}

type OpenShop = (program: Pick<ShopSettings, 'service' | 'programId' | 'keys'>) => Promise<ExampleShop>

/** Long enough for expected events, and short enough when waiting for events that must not occur. */
const TIMEOUT_MS = 4_000

export async function openVerifyStage(): Promise<VerifyStage> {
  const service = await startTestService({ ownDatabase: true })
  const url = `http://127.0.0.1:${await listen(service.app.server, 0)}`
  // Jobs don't run in tests. In production, rejected requests are saved every second.
  const save = service.app.getDecorator<() => Promise<void>>('saveRequestCounts')
  const saving = setInterval(() => void save(), 500)
  addCleanup(() => clearInterval(saving))
  const run = async (program: TestProgram, target: Partial<VerifyOptions['target']>, stop?: AbortSignal) =>
    verifyIntegration({
      target: {
        service: url,
        programId: program.id,
        site: 'http://127.0.0.1:1',
        signup: undefined,
        checkout: undefined,
        refund: undefined,
        accept: undefined,
        isHeaded: false,
        timeoutMs: TIMEOUT_MS,
        ...target,
      },
      key: await createManagementKey(service, program),
      environment: { CHROMIUM_PATH: executablePath },
      onCheck: () => {},
      newId: () => 'abcd1234',
      stop: stop ?? new AbortController().signal,
    })
  const verifyOpened: VerifyStage['verifyOpened'] = async (open, target) => {
    const program = await createTestProgram(service)
    const keys = { test: program.testKey, live: program.liveKey }
    const shop = await open({ service: url, programId: program.id, keys })
    onTestFinished(shop.close)
    return run(program, { site: shop.origin, refund: `${shop.origin}/admin`, ...target })
  }
  return {
    verifyShop: (kind, mistake, target) =>
      verifyOpened((program) => openExampleShop(kind, { ...program, mistake }), target),
    verifyOpened,
    verify: async (target, stop) => run(await createTestProgram(service), target, stop),
    countLiveRows: () => countLiveRows(service),
  }
}

async function createManagementKey(service: TestService, program: TestProgram): Promise<string> {
  const bearer = await signInMember(service, program)
  const created = await send(service.app, 'POST', `/api/workspaces/${program.workspaceId}/management-keys`, {
    bearer,
    body: { name: 'CI', permissions: ['program:update', 'tracking:read'] },
  })
  return created.body.data.key
}

async function countLiveRows({ database }: TestService): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from click_events where not is_test)
      + (select count(*) from lead_events where not is_test)
      + (select count(*) from sale_events where not is_test)
      + (select count(*) from refund_events where not is_test)
      + (select count(*) from customers)
      + (select count(*) from commissions)
      + (select count(*) from platform_fees)
      + (select coalesce(sum(clicks + leads + conversions + sales), 0) from daily_stats)::int as n`.execute(
    database.kysely,
  )
  return Number(rows[0]?.n)
}
