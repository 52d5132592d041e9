import type { ShopSettings } from '../mistakes.ts'

/** The settings that a run of the shop starts with. */
export interface NextjsRun extends Pick<ShopSettings, 'service' | 'programId' | 'keys' | 'mistake'> {
  /** Serves the tracker from the shop's own site, with the SDK's handler. */
  hasOwnTracker: boolean
}

/** Read at run time, so that one build serves all runs. */
export function readRun(): NextjsRun {
  return JSON.parse(process.env.EXAMPLE_SHOP ?? '{}')
}

/** @param host the request's host, because the port isn't known before the shop starts */
export function settingsAt(host: string | null): ShopSettings & NextjsRun {
  const port = host?.split(':')[1]
  return {
    ...readRun(),
    origin: `http://www.shop.localhost:${port}`,
    appOrigin: `http://app.shop.localhost:${port}`,
  }
}
