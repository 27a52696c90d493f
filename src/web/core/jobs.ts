import { createContext, useContext } from 'react'

/** Long work started from a page: the shell shows its progress wherever the user goes on. */
export interface Jobs {
  readonly follow: (job_id: string, label: string) => void
}

const JobsContext = createContext<Jobs>({ follow: () => {} })
export const JobsProvider = JobsContext.Provider

export function useJobs(): Jobs {
  return useContext(JobsContext)
}
