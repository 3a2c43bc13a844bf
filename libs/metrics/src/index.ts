export { Metrics, type Counter, type Gauge, type Histogram } from './metrics';
