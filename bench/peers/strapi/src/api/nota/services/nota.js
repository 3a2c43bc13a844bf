module.exports = require('@strapi/strapi').factories.createCoreService('api::nota.nota');
