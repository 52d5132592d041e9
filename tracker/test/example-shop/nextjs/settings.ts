import type { ShopSettings } from '../mistakes.ts'

/** What a run of the shop is started with. */
export interface NextjsRun extends Pick<ShopSettings, 'service' | 'programId' | 'keys' | 'mistake'> {
  /** Serves the tracker from the shop's own site, by the SDK's handler. */
  hasOwnTracker: boolean
}

/** Read at run time, so that one build serves all runs. */
export function readRun(): NextjsRun {
  return JSON.parse(process.env.EXAMPLE_SHOP ?? '{}')
}

/** @param host of the request, because the port isn't known before the start */
export function settingsAt(host: string | null): ShopSettings & NextjsRun {
  const port = host?.split(':')[1]
  return {
    ...readRun(),
    origin: `http://www.shop.localhost:${port}`,
    appOrigin: `http://app.shop.localhost:${port}`,
  }
}
