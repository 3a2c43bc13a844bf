import {
  Bookmark,
  ChartColumn, ChevronDown, ChevronLeft, ChevronRight, CircleAlert, CircleCheck, Code, Columns3, Copy, Download, Ellipsis, File, FileCode,
  FileImage, FileText, Filter, House, Languages, Link, List, LogOut, Maximize, Menu, Monitor, Moon, MoveHorizontal, PenLine, Plus, RotateCw, Search, ShieldCheck, Sun, Trash2, Upload, User, Users, Archive, ArrowUp, ArrowDown, ZoomIn, ZoomOut, ListTree, X, Receipt, Table, Webhook, Check, Package, PenTool, Printer, Workflow,
} from 'lucide-react'; // prettier-ignore

const ICONS = {
  bookmark: Bookmark,
  'chart-column': ChartColumn,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  code: Code,
  'columns-3': Columns3,
  copy: Copy,
  download: Download,
  ellipsis: Ellipsis,
  file: File,
  'file-code': FileCode,
  'file-image': FileImage,
  'file-text': FileText,
  filter: Filter,
  house: House,
  languages: Languages,
  link: Link,
  list: List,
  'list-tree': ListTree,
  'log-out': LogOut,
  maximize: Maximize,
  menu: Menu,
  monitor: Monitor,
  moon: Moon,
  'move-horizontal': MoveHorizontal,
  'pen-line': PenLine,
  plus: Plus,
  'rotate-cw': RotateCw,
  receipt: Receipt,
  search: Search,
  table: Table,
  ShieldCheck,
  'shield-check': ShieldCheck,
  sun: Sun,
  'trash-2': Trash2,
  upload: Upload,
  user: User,
  users: Users,
  archive: Archive,
  check: Check,
  package: Package,
  'pen-tool': PenTool,
  printer: Printer,
  workflow: Workflow,
  'arrow-up': ArrowUp,
  'arrow-down': ArrowDown,
  webhook: Webhook,
  x: X,
  'zoom-in': ZoomIn,
  'zoom-out': ZoomOut,
};

export type IconName = keyof typeof ICONS;

/** Decoration beside words, or inside a control that has a name. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  const Outline = ICONS[name];
  return <Outline className="icon" size={size} aria-hidden="true" focusable="false" />;
}
