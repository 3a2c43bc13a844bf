export { DtoReader as WireReader, MOST_PROBLEMS } from './dto-reader';
