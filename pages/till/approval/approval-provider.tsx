import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useState } from 'preact/hooks'
import type { AskForApproval } from '../../../shared/client/route.ts'
import { useTill } from '../shop/till.tsx'
import { ApprovalDialog } from './approval-dialog.tsx'
import type { Approvable } from './ask.ts'
import { type Asked, NotApproved } from './ask.ts'

/**
 * Returns a way to ask a colleague for a permission; undefined for a user who holds it.
 * The sentence `what` says what the colleague approves: it must be made of the values
 * that the request has.
 */
type ApprovalFor = (permission: Approvable, what: string) => AskForApproval | undefined

const Context = createContext<ApprovalFor | undefined>(undefined)

/**
 * Returns the `approval` of a call that needs this permission. The call throws
 * NotApproved when nobody approves.
 */
export function useApproval(): ApprovalFor {
  const approvalFor = useContext(Context)
  if (!approvalFor) throw new Error('no approvals above')
  return approvalFor
}

/** Asks a colleague for the PIN, above whatever is open, when a call needs it. */
export function ApprovalProvider({ children }: { readonly children: ComponentChildren }) {
  const { may } = useTill()
  const [asked, setAsked] = useState<Asked>()
  const approvalFor = useCallback<ApprovalFor>(
    (permission, what) =>
      may(permission)
        ? undefined
        : (request) =>
            new Promise((resolve, reject) =>
              setAsked({
                permission,
                what,
                request,
                approve: (approval) => {
                  setAsked(undefined)
                  resolve(approval)
                },
                cancel: () => {
                  setAsked(undefined)
                  reject(new NotApproved())
                },
              }),
            ),
    [may],
  )
  return (
    <Context.Provider value={approvalFor}>
      {children}
      {asked && <ApprovalDialog asked={asked} />}
    </Context.Provider>
  )
}
