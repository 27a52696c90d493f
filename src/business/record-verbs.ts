/** The verbs of notes, files, mails and documents of records: an import and a line each. */
import type { AnyVerb } from '#server/verb.ts'
import { copyTemplate, createTemplate } from './document-templates/create-template.server.ts'
import { fillTemplate } from './document-templates/fill-template.server.ts'
import { saveTemplate } from './document-templates/save-template.server.ts'
import { archiveTemplate, publishTemplate } from './document-templates/step-template.server.ts'
import { deleteAttachment } from './platform/delete-attachment.server.ts'
import { readShares, shareAttachment } from './platform/files/share-attachment.server.ts'
import {
  resetMailTemplate,
  saveMailTemplate,
  testMailTemplate,
} from './platform/mails/edit-mail-template.server.ts'
import { draftCommunication, sendCommunication } from './platform/mails/send-communication.server.ts'
import { listMessageContacts, sendMessage } from './platform/messages/send-message.server.ts'
import { listNoteColleagues } from './platform/notes/note-colleagues.server.ts'
import { createNote, removeNote, updateNote } from './platform/notes/write-note.server.ts'

export const record_verbs: readonly AnyVerb[] = [
  deleteAttachment,
  readShares,
  shareAttachment,
  draftCommunication,
  sendCommunication,
  listMessageContacts,
  sendMessage,
  saveMailTemplate,
  resetMailTemplate,
  testMailTemplate,
  listNoteColleagues,
  createNote,
  removeNote,
  updateNote,
  createTemplate,
  saveTemplate,
  publishTemplate,
  archiveTemplate,
  copyTemplate,
  fillTemplate,
]
