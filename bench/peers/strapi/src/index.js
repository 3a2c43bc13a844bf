/** Makes the token that the load uses, once: it is shown only when it is made. */
const { writeFileSync } = require('node:fs');

const ACTIONS = [
  'api::nota.nota.create',
  'api::nota.nota.find',
  'api::nota.nota.findOne',
  'plugin::upload.content-api.upload',
  'plugin::upload.content-api.findOne',
];

module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    const file = process.env.TOKEN_FILE;
    if (!file) return;
    const made = { kind: 'content-api', name: 'bench', description: '', type: 'custom', lifespan: null, permissions: ACTIONS };
    const { accessKey } = await strapi.service('admin::api-token').create(made);
    writeFileSync(file, accessKey);
  },
};
