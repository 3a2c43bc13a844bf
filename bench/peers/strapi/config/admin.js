module.exports = ({ env }) => ({
  auth: { secret: env('KEY') },
  apiToken: { salt: env('KEY') },
  transfer: { token: { salt: env('KEY') } },
  secrets: { encryptionKey: env('KEY') },
  // Built with packages that the API does without; nobody administers here.
  serveAdminPanel: false,
});
