import { columnsOf } from './columns';
import type { BpmnFlow, BpmnGraph, BpmnNode } from './model';

export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}

export interface Layout {
  boxes: ReadonlyMap<string, Box>;
  routes: ReadonlyMap<string, readonly Point[]>;
  width: number;
  height: number;
}

/** Sizes that modellers use. */
const EVENT = { width: 36, height: 36 };
const TASK = { width: 110, height: 80 };
const GATEWAY = { width: 50, height: 50 };
/** Around what a sub-process holds; its name stands above. */
const FRAME = { side: 30, top: 50, bottom: 30 };

const GUTTER = 50;
const ROW = 50;
/** Between lines beside each other. */
const LANE = 14;

/** Left to right in columns; lines run in the gutters between them, and below everything where they pass a column or lead back. */
export function layoutOf(graph: BpmnGraph): Layout {
  return new GraphLayout(graph).run();
}

class GraphLayout {
  private readonly columns: ReadonlyMap<string, number>;
  private readonly inner = new Map<string, Layout>();
  private readonly sizes: ReadonlyMap<string, { width: number; height: number }>;
  private readonly boxes = new Map<string, Box>();
  private readonly routes = new Map<string, Point[]>();
  /** Lines in the gutter before each column, and in the one after the last. */
  private readonly lanes: number[];
  private readonly taken: number[];
  private readonly starts: number[] = [];
  private bottom = 0;

  constructor(private readonly graph: BpmnGraph) {
    this.columns = columnsOf(graph);
    this.sizes = new Map(graph.nodes.map((node) => [node.id, this.sizeOf(node)]));
    const count = Math.max(-1, ...this.columns.values()) + 1;
    this.lanes = Array.from({ length: count + 1 }, () => 0);
    this.taken = [...this.lanes];
  }

  run(): Layout {
    for (const flow of this.graph.flows) for (const gutter of this.guttersOf(flow)) this.lanes[gutter]!++;
    const width = this.place();
    this.bottom = Math.max(0, ...[...this.boxes.values()].map(({ y, height }) => y + height));
    for (const flow of this.graph.flows) this.routes.set(flow.id, this.route(flow));
    const boxes = new Map<string, Box>();
    const routes = new Map(this.routes);
    for (const [id, box] of this.boxes) {
      boxes.set(id, box);
      this.unfold(id, box, boxes, routes);
    }
    return { boxes, routes, width, height: this.bottom };
  }

  /** What a sub-process holds moves with it. */
  private unfold(id: string, { x, y }: Box, boxes: Map<string, Box>, routes: Map<string, Point[]>): void {
    const layout = this.inner.get(id);
    if (!layout) return;
    const moved = <P extends Point>(point: P): P => ({ ...point, x: point.x + x + FRAME.side, y: point.y + y + FRAME.top });
    for (const [innerId, box] of layout.boxes) boxes.set(innerId, moved(box));
    for (const [innerId, points] of layout.routes) routes.set(innerId, points.map(moved));
  }

  private sizeOf(node: BpmnNode): { width: number; height: number } {
    if (node.kind === 'subProcess') {
      const layout = layoutOf(node);
      this.inner.set(node.id, layout);
      return { width: layout.width + 2 * FRAME.side, height: layout.height + FRAME.top + FRAME.bottom };
    }
    if (node.kind.endsWith('Event')) return EVENT;
    return node.kind.endsWith('Gateway') ? GATEWAY : TASK;
  }

  /** Answers the width of it all. */
  private place(): number {
    let x = 0;
    const count = this.lanes.length - 1;
    const members = Array.from({ length: count }, (_, column) => this.graph.nodes.filter(({ id }) => this.columns.get(id) === column));
    const heights = members.map((nodes) => nodes.reduce((sum, { id }) => sum + this.sizes.get(id)!.height + ROW, -ROW));
    const tallest = Math.max(0, ...heights);
    for (const [column, nodes] of members.entries()) {
      this.starts.push(x);
      x += this.gutterWidth(column);
      const wide = Math.max(...nodes.map(({ id }) => this.sizes.get(id)!.width));
      let y = (tallest - heights[column]!) / 2;
      for (const { id } of nodes) {
        const size = this.sizes.get(id)!;
        this.boxes.set(id, { x: x + (wide - size.width) / 2, y, ...size });
        y += size.height + ROW;
      }
      x += wide;
    }
    this.starts.push(x);
    return x + this.gutterWidth(count);
  }

  /** Outside of the first and the last column there is room for lines alone. */
  private gutterWidth(gutter: number): number {
    const isOuter = gutter === 0 || gutter === this.lanes.length - 1;
    const lines = this.lanes[gutter] ?? 0;
    return (isOuter && lines === 0 ? 0 : GUTTER) + lines * LANE;
  }

  /** The gutters in which the line runs upright. */
  private guttersOf({ from, to }: BpmnFlow): number[] {
    const [source, target] = [this.columns.get(from)!, this.columns.get(to)!];
    return target === source + 1 ? [target] : [source + 1, target];
  }

  private route(flow: BpmnFlow): Point[] {
    const [source, target] = [this.boxes.get(flow.from)!, this.boxes.get(flow.to)!];
    const start = { x: source.x + source.width, y: source.y + source.height / 2 };
    const end = { x: target.x, y: target.y + target.height / 2 };
    const lanes = this.guttersOf(flow).map((gutter) => this.lane(gutter));
    const [first, second] = lanes as [number, number?];
    if (second === undefined) {
      return start.y === end.y ? [start, end] : [start, { x: first, y: start.y }, { x: first, y: end.y }, end];
    }
    this.bottom += LANE * 1.5;
    const below = this.bottom;
    return [start, { x: first, y: start.y }, { x: first, y: below }, { x: second, y: below }, { x: second, y: end.y }, end];
  }

  private lane(gutter: number): number {
    const number = this.taken[gutter]!++;
    return this.starts[gutter]! + GUTTER / 2 + (number + 0.5) * LANE;
  }
}
