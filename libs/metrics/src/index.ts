export { METRICS_TYPE, Metrics, type Counter, type Gauge, type Histogram } from './metrics';
