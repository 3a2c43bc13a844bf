/** The language of the commands that a file runs, in this process and in others. */
process.env.LC_ALL = 'pt_BR.UTF-8';
