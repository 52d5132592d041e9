import { lazyRouteComponent } from '@tanstack/react-router'
import { loadCode } from '../api/load-code.ts'

/**
 * Lazily loads a page. If the service is unreachable, it keeps loading until the service is back; if the
 * chunk no longer exists after an update, the router reloads the dashboard.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadCode(load), name)
