/** Language of the commands run by a test file, in this process and others. */
process.env.LC_ALL = 'pt_BR.UTF-8';
