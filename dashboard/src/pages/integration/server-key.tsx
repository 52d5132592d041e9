import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiKeysQuery } from '../../api/settings-queries.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { CreateKeyButton } from '../settings/create-key-button.tsx'

/** The API key that a step's snippets read from the environment, and the button that creates it. */
export function ServerKey() {
  const can = usePermissionCheck()
  const { sandbox } = useProgram()
  const mode = sandbox ? 'test' : 'live'
  const canManage = can('api_key:manage')
  const { data: keys } = useQuery({ ...apiKeysQuery(useProgramId()), enabled: canManage })
  const key = keys?.find((one) => one.mode === mode && one.state === 'active')
  const code = (children: ReactNode) => <code className="font-mono">{children}</code>
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-fill px-4 py-3">
      <p className="min-w-0 flex-[1_1_16rem] text-ink-2">
        {key === undefined
          ? rich('integration.theseRequestsNeedKey', { mode, code })
          : rich('integration.theseRequestsUseKey', { mode, code, masked: key.masked })}
        {!canManage && ` ${t('integration.askAdminForKey')}`}
      </p>
      {canManage && keys !== undefined && (
        <CreateKeyButton
          mode={mode}
          label={
            key === undefined
              ? t('settings.createModeKey', { mode })
              : t('integration.createAnotherModeKey', { mode })
          }
        />
      )}
    </div>
  )
}
