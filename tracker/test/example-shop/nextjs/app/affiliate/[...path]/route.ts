import { createTrackingProxy } from 'affiliate-sdk/proxy'
import { readRun } from '../../../settings.ts'

async function serveTracker(request: Request): Promise<Response> {
  const { hasOwnTracker, service } = readRun()
  return hasOwnTracker
    ? createTrackingProxy({ baseUrl: service })(request)
    : new Response(null, { status: 404 })
}

export const GET = (request: Request) => serveTracker(request)
export const POST = (request: Request) => serveTracker(request)
