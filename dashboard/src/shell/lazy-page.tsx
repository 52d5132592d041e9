import { lazyRouteComponent } from '@tanstack/react-router'
import { askService, connectionBack } from '../api/connection.ts'

const MOST_ATTEMPTS = 3

/**
 * A page that is loaded when it is first visited. When its code cannot be loaded because the service is lost, the page
 * goes on loading until the service is back. Code that is gone although the service answers was replaced by a newer
 * version: then the router reloads the dashboard.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadCode(load), name)

async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if ((await askService()) && attempt >= MOST_ATTEMPTS) throw error
      await connectionBack()
    }
  }
}
