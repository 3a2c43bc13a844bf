/** Statements that need no tenant's condition, each with the reason. */
interface Exemption {
  reason: string;
  /** In the one-line form of the statement. */
  statement?: RegExp;
  /** In the file that runs it. */
  caller?: RegExp;
}

const EXEMPTIONS: readonly Exemption[] = [
  {
    caller: /typeorm-billing-ledger/,
    statement:
      /^SELECT .* FROM (contract(?:_service)?) \1 INNER JOIN .* WHERE contract\.suspended = 0(?: AND contract\.unit_id = \?)? ORDER BY /,
    reason: 'the operator closes a period for the contracts of all clients',
  },
  {
    caller: /typeorm-event-erasure/,
    statement: /^SELECT client_id, forgotten_to FROM event_log$/,
    reason: 'events of all clients forget their addresses for their age, one client after the other',
  },
  { caller: /\/test\//, reason: 'a test looks, or prepares' },
  {
    caller: /typeorm\/provisioning\/|typeorm-archive-installer/,
    reason: 'the operator describes the archive of all clients at once: apply, export, verify, user create',
  },
  { caller: /typeorm-accounts/, reason: 'a login belongs to the service: who is coming, and to which client, is not known yet' },
  { caller: /typeorm-sessions/, reason: 'a session tells whose call it is, and with it the grants: what all scopes are made of' },
  { caller: /typeorm-users/, statement: /^(?:SELECT .* FROM user_account user_account|UPDATE user_account SET password_hash = \?.*) WHERE \(*(?:user_account\.)?id = \?\)*(?: LIMIT 1)?$/, reason: 'the caller, or a user that the scope of the caller found; users of the operator have no client' }, // prettier-ignore
  {
    caller: /typeorm-event-erasure/,
    statement: /^SELECT COUNT\(\*\) AS users FROM user_account WHERE id IN \(\?\)$/,
    reason: 'authors of events of the client that are being erased: whether their accounts are there, which a bill counts alone',
  },
  {
    caller: /erase-account/,
    statement:
      /FROM user_account user_account WHERE \(*user_account\.id = \?\)* LIMIT 1$|^UPDATE user_account SET .* WHERE id = \?$|^DELETE FROM repeatable_call WHERE \(?user_id = \?\)?$/,
    reason: 'the operator erases an account, whosoever it is; administrators do so within their scope',
  },
  {
    caller: /typeorm-event-sealing/,
    statement: /^(?:SELECT .* FROM (?:event_outbox|event_writer)\b|DELETE (?:event_outbox )?FROM .*event_outbox)/,
    reason: 'the sealer gives the events of all clients their positions, counts them by process, and tells nobody',
  },
  {
    caller: /typeorm-trail-anchors/,
    statement: /^SELECT client_id, head FROM event_log ORDER BY client_id$/,
    reason: 'the daily anchor is over the heads of all logs, and a receipt tells of its own alone',
  },
  {
    caller: /typeorm-seal-keys/,
    statement: /^SELECT (?:1 FROM event_outbox LIMIT 1|client_id(?:, head)? FROM event_log(?: ORDER BY client_id| LIMIT 20))$/,
    reason: 'the operator exchanges the key that signs the logs of all clients',
  },
  {
    caller: /typeorm-webhook-queue/,
    statement:
      /^SELECT (?:webhook\.id, webhook\.client_id.*|webhook\.state, COUNT\(\*\) .*) FROM webhook LEFT JOIN event_log ON event_log\.client_id = webhook\.client_id /,
    reason: 'the service sends the events of all clients, each to its own webhooks, and tells nobody',
  },
  {
    caller: /typeorm-webhook-queue/,
    statement: /^SELECT client_id, code FROM webhook_attempt WHERE at < \? /,
    reason: 'what is too old goes, whosoever it is',
  },
  {
    caller: /typeorm-trail-verification/,
    statement:
      /^SELECT (?:client_id.* FROM event_log|DISTINCT event\.client_id FROM event LEFT JOIN event_log|client\.id FROM client LEFT JOIN event_log)\b/,
    reason: 'the operator verifies the logs of all clients',
  },
  {
    caller: /typeorm-document-counts/,
    statement:
      /^(?:SELECT code, client_id, .* FROM document_count WHERE client_id > \? OR |DELETE FROM document_count WHERE code IN \(\?\)$)/,
    reason: 'counts of all clients are folded, each within its client, and nothing is told',
  },
  {
    caller: /work-claims/,
    statement:
      /^(?:SELECT client_id FROM file_work WHERE state = 'pending' AND client_id > \? ORDER BY client_id LIMIT 1$|UPDATE file_work SET next_at = .*, fence = fence \+ 1, is_served = 0 WHERE state = 'pending' AND next_at > )/,
    reason: 'the service reads the files of all clients, in turn, and tells nobody',
  },
  {
    caller: /typeorm-file-work/,
    statement:
      /^SELECT (?:COUNT\(\*\) AS files FROM|(?:file_work\.)?file_id(?: AS id)?(?:,.*)? FROM file_work|file\.id, file\.client_id, file\.extension, file_work\.file_id FROM)|^UPDATE file_work SET .* WHERE state (?:IN \('failed', 'skipped'\)|= 'empty')/,
    reason: 'the operator sees how the reading of files stands, and has files of all clients read again',
  },
  { caller: /word-outbox/, reason: 'the service sends the words of all clients, each glued to its own, and tells nobody' },
  { caller: /users\/rights/, reason: 'raises a counter of users whose rights a checked statement has just changed, and tells nothing' },
  { caller: /typeorm-subscriptions/, statement: /FROM subscription_key WHERE key_hash = \?$/, reason: 'the key tells the client' }, // prettier-ignore
  { caller: /typeorm-share/, statement: /FROM share JOIN document_file file .* WHERE share\.id IN \(\?.* AND share\.revoked_at IS NULL/, reason: 'the link itself is the permission' }, // prettier-ignore
  { caller: /typeorm-signatures/, statement: /FROM file_signature signature .* WHERE signature\.code = \?$/, reason: 'the code from the signed file itself is the permission' }, // prettier-ignore
  {
    caller: /typeorm-(?:object-journal|idempotency-records)/,
    statement:
      /^SELECT (?:client_id, object_key|DISTINCT client_id|client_id, user_id, key_hash) FROM (?:object_journal|repeatable_call) WHERE (?:state|kept_until) /,
    reason: 'what is due goes, whosoever it is, each by a statement of its client',
  },
  {
    caller: /typeorm-idempotency-records/,
    statement: /^SELECT client_id, .* FROM repeatable_call WHERE user_id = \? AND key_hash = \?$/,
    reason: 'the caller has used a key of its own, whichever client the call was about',
  },
  {
    caller: /typeorm-object-journal/,
    statement: /FROM (?:document_file|workflow_file|file_version|file_preview) WHERE object_key IN \(\?\)/,
    reason: 'the sweeper asks for objects by their keys, whosoever they are, and tells nobody',
  },
];

export function exemptionOf(statement: string, caller: string): string | null {
  return EXEMPTIONS.find((each) => (each.statement?.test(statement) ?? true) && (each.caller?.test(caller) ?? true))?.reason ?? null;
}
