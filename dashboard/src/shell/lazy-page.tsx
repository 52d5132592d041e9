import { lazyRouteComponent } from '@tanstack/react-router'
import { checkReadiness, whenConnected } from '../api/connection.ts'

const MAX_ATTEMPTS = 3

/**
 * Lazily loads a page. If the service is unreachable, it keeps loading until the service is back; if the
 * chunk no longer exists after an update, the router reloads the dashboard.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadCode(load), name)

/** Loads a chunk, waiting while the service is unreachable. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if ((await checkReadiness()) && attempt >= MAX_ATTEMPTS) throw error
      await whenConnected()
    }
  }
}
