/** The verbs of notes, files and mails of records: an import and a line each. */
import type { AnyVerb } from '#server/verb.ts'
import { deleteAttachment } from './platform/delete-attachment.server.ts'
import { readShares, shareAttachment } from './platform/files/share-attachment.server.ts'
import { draftCommunication, sendCommunication } from './platform/mails/send-communication.server.ts'
import { listNoteColleagues } from './platform/notes/note-colleagues.server.ts'
import { createNote, removeNote, updateNote } from './platform/notes/write-note.server.ts'

export const record_verbs: readonly AnyVerb[] = [
  deleteAttachment,
  readShares,
  shareAttachment,
  draftCommunication,
  sendCommunication,
  listNoteColleagues,
  createNote,
  removeNote,
  updateNote,
]
