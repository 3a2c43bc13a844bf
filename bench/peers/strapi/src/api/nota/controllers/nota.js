module.exports = require('@strapi/strapi').factories.createCoreController('api::nota.nota');
