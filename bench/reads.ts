import { addClicks, type Installation, install, signIn } from './installation.ts'
import { load, type Server } from './processes.ts'
import { type Comparison, measureAlternately } from './rounds.ts'
import type { Settings } from './settings.ts'

const FEW_CLICKS = 10_000
const MANY_CLICKS = 1_000_000

/**
 * Compares `GET /api/tracking/performance/:programId?period=90d` with few and many clicks, each on its own
 * database.
 */
export async function measureReads(settings: Settings): Promise<Comparison> {
  return withClicks(settings, FEW_CLICKS, (few) =>
    withClicks(settings, MANY_CLICKS, (many) => measureAlternately(settings.rounds, few, many)),
  )
}

async function withClicks<Result>(
  settings: Settings,
  clicks: number,
  use: (read: () => ReturnType<typeof load>) => Promise<Result>,
): Promise<Result> {
  const installation = await install(settings.databaseUrl)
  let server: Server | undefined
  try {
    await addClicks(installation, clicks)
    server = await installation.start()
    return await use(await createReader(settings, installation, server))
  } finally {
    await server?.stop()
    await installation.drop()
  }
}

async function createReader({ connections, seconds }: Settings, { programId }: Installation, server: Server) {
  const authorization = `Bearer ${await signIn(server)}`
  const url = `${server.url}/api/tracking/performance/${programId}?period=90d`
  return () => load({ url, method: 'GET', headers: { authorization }, connections, seconds })
}
