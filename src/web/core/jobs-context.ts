import { createContext, useContext } from 'react'

/** Background jobs. The shell shows their progress on every page. */
export interface Jobs {
  readonly follow: (job_id: string, label: string) => void
}

const JobsContext = createContext<Jobs>({ follow: () => {} })
export const JobsProvider = JobsContext.Provider

export function useJobs(): Jobs {
  return useContext(JobsContext)
}
