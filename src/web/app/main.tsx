import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { related_entities } from '#business/related-entities.ts'
import { connectionLost, onReconnect } from '#web/core/connection.ts'
import { EntitiesProvider } from '#web/core/entities-context.ts'
import { listenForInstall } from '#web/core/install.ts'
import { Toasts } from '#web/ui/Toast.tsx'
import { TooltipHost } from '#web/ui/Tooltip.tsx'
import '#web/ui/index.css'
import { queries } from './queries.ts'
import { router } from './router.tsx'

addEventListener('offline', connectionLost)
listenForInstall()
onReconnect(() => void queries.invalidateQueries())

// Only the built pages have one; it keeps the offline page and never an answer.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <EntitiesProvider value={related_entities}>
          <RouterProvider router={router} />
          <TooltipHost />
          <Toasts />
        </EntitiesProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
