import { Slot } from 'radix-ui'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { onDemand } from '../api/load-code.ts'
import { rememberOpenerElement } from './opener.ts'

const [MenuSurface, preloadSurface] = onDemand(() => import('./menu-surface.tsx'), 'MenuSurface')

/**
 * A menu under a button: `<Menu trigger={<Button>…</Button>}><MenuItem onSelect={…}>…</MenuItem></Menu>`. `preload`
 * starts loading `children` that are loaded on demand.
 */
export function Menu({
  trigger,
  align = 'start',
  preload,
  children,
}: {
  trigger: ReactNode
  align?: 'start' | 'end'
  preload?: () => void
  children: ReactNode
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard'>()
  const open = (by: 'pointer' | 'keyboard') => {
    rememberOpenerElement(button.current)
    setOpenedBy(by)
  }
  const load = () => {
    preloadSurface()
    preload?.()
  }
  return (
    <>
      <Slot.Root
        ref={button}
        id={id}
        aria-haspopup="menu"
        aria-expanded={openedBy !== undefined}
        onPointerEnter={load}
        onFocus={load}
        // A keyboard click has no pointer, so its click count is 0.
        onClick={({ detail }) =>
          openedBy === undefined ? open(detail === 0 ? 'keyboard' : 'pointer') : setOpenedBy(undefined)
        }
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open('keyboard')
        }}
      >
        {trigger}
      </Slot.Root>
      {openedBy !== undefined && (
        <Suspense>
          <MenuSurface
            trigger={button}
            labelledBy={id}
            align={align}
            focusesFirst={openedBy === 'keyboard'}
            onClose={() => setOpenedBy(undefined)}
          >
            {children}
          </MenuSurface>
        </Suspense>
      )}
    </>
  )
}
