import type { Command } from 'commander'
import type { Deps } from '../core/deps.ts'
import type { Demo } from '../operations/setup/create-demo.flow.ts'
import { loadAccountCreator } from './init.ts'
import { addCommand, type Terminal } from './terminal.ts'
import { withDeps } from './work.ts'

export function addDemo(program: Command, { environment, print }: Terminal) {
  addCommand(program, 'demo', 'Create a demo workspace with 90 days of activity.').action(() =>
    withDeps(environment, 'there or new', async (deps) => {
      const demo = await runDemo(deps)
      print(demo, [demoText(demo), demoSale(demo, deps.config.publicUrl)].join('\n\n'))
    }),
  )
}

export async function runDemo(deps: Deps): Promise<Demo> {
  const [{ createClickPartitions }, { createDemo, demoStart }, { commandActor, contextWithActor }] =
    await Promise.all([
      import('../tracking/clicks/create-click-partitions.job.ts'),
      import('../operations/setup/create-demo.flow.ts'),
      import('../core/database/transaction.ts'),
    ])
  await createClickPartitions(deps, demoStart(deps.clock.now()))
  const makeAccount = await loadAccountCreator(deps)
  return createDemo(contextWithActor(deps, commandActor('command.demo', deps.clock)), makeAccount)
}

export function demoText(demo: Demo): string {
  return [
    `  sign in        ${demo.user.email}  ${demo.password}`,
    `  live API key   ${demo.keys.live}`,
    `  test API key   ${demo.keys.test}`,
    'The password and keys are shown only once.',
  ].join('\n')
}

export function demoSale({ keys, customerKey }: Demo, address: string): string {
  const sale = JSON.stringify({
    transaction_id: 'my-first-sale',
    amount_cents: 4900,
    customer_key: customerKey,
  })
  return [
    'Record a sale:',
    `  curl ${address}/api/v1/track/sale -H 'Authorization: Bearer ${keys.live}' -H 'Content-Type: application/json' -d '${sale}'`,
  ].join('\n')
}
