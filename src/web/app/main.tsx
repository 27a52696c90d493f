import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { entities } from '#business/entities.ts'
import { onReconnect } from '#web/core/connection.ts'
import { EntitiesProvider } from '#web/core/entities.ts'
import { Toasts } from '#web/ui/Toast.tsx'
import '#web/ui/index.css'
import { queries } from './queries.ts'
import { router } from './router.tsx'

onReconnect(() => void queries.invalidateQueries())

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <EntitiesProvider value={entities}>
          <Tooltip.Provider delay={400}>
            <RouterProvider router={router} />
          </Tooltip.Provider>
          <Toasts />
        </EntitiesProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
