/** As far as the tests use it: the package's own types lie where the resolution of CommonJS does not look. */
declare module 'bpmn-moddle' {
  export interface Read {
    id: string;
    $type: string;
    get(name: string): unknown;
  }
  export class BpmnModdle {
    fromXML(xml: string): Promise<{ rootElement: Read; elementsById: Record<string, Read>; warnings: unknown[] }>;
  }
}
