/** The id of a thing is given, or follows from the path of names; a thing keeps its id under another name when it is given. */
export interface Identified {
  id?: string;
}
