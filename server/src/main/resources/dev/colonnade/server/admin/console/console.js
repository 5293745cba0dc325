'use strict';

// Console of Colonnade. Data come from /_sql, as the user of the page, and from /_status. Every
// value becomes text of a node; no value is parsed as HTML.

const main = document.getElementById('main');
const state = document.getElementById('state');
const REFRESH_MILLIS = 5000;
const HISTORY_MAX = 120;
const NO_TABLE = '(system)';
const history = [];
const rangeHistory = [];
let generation = 0;
let timer = null;

function element(name, attributes, ...children) {
  const isSvg = ['svg', 'g', 'rect', 'text', 'path', 'polyline', 'polygon', 'title', 'line'].includes(name);
  const made = isSvg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) {
      made.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(key, value);
    }
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) {
      made.append(child.nodeType ? child : String(child));
    }
  }
  return made;
}

async function read(path, options) {
  const response = await fetch(path, options);
  if (!response.ok) {
    throw new Error(response.status + ' ' + (await response.text()).trim());
  }
  return response;
}

async function status(path) {
  return (await read('/_status/' + path)).json();
}

async function post(path, body) {
  const options = {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)};
  return (await read(path, options)).json();
}

// The position of an error is that in the text without the prefix.
async function sql(text, options, prefix = '') {
  const result = await post('/_sql', {sql: prefix + text, ...(options || {})});
  if (result.error !== undefined) {
    const place = result.position > prefix.length ? ', at character ' + (result.position - prefix.length) : '';
    throw new Error(result.error + ' (' + result.sqlstate + place + ')');
  }
  return result;
}

function bytes(value) {
  if (value === null || value === undefined) {
    return '';
  }
  let number = Number(value);
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (Math.abs(number) >= 1024 && unit < units.length - 1) {
    number /= 1024;
    unit++;
  }
  return (unit === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)) + ' ' + units[unit];
}

function shown(value) {
  return value === null ? 'NULL' : typeof value === 'number' ? value.toLocaleString('en') : String(value);
}

function grid(columns, rows, cells) {
  const numeric = columns.map((_, i) => rows.some(row => row[i] !== null) && rows.every(row => row[i] === null || typeof row[i] === 'number'));
  const head = element('tr', {}, columns.map((name, i) => element('th', {scope: 'col', class: numeric[i] ? 'number' : null}, name)));
  const body = rows.map(row => element('tr', {}, row.map((value, i) => {
    const made = cells && cells[i] ? cells[i](value, row) : shown(value);
    const kind = numeric[i] ? 'number' : String(value).length > 60 ? 'code' : null;
    return element('td', {class: kind}, made);
  })));
  const empty = rows.length === 0 ? element('tr', {}, element('td', {class: 'dim', colspan: columns.length}, 'none')) : null;
  return element('div', {class: 'scroll'}, element('table', {class: columns.length === 2 ? 'pairs' : null}, element('thead', {}, head), element('tbody', {}, body, empty)));
}

// Scalars of nested objects as rows, and lists as a number: each has a table of its own.
function pairs(value, prefix) {
  return Object.entries(value).flatMap(([key, each]) => {
    const name = prefix ? prefix + ' ' + key : key;
    if (Array.isArray(each)) {
      return [[name, each.length]];
    }
    if (each !== null && typeof each === 'object') {
      return pairs(each, name);
    }
    return [[name, each]];
  }).map(([name, each]) => [name.replaceAll('_', ' '), each]);
}

function pairCell(value, row) {
  return typeof value === 'number' && row[0].endsWith('bytes') ? bytes(value) : shown(value);
}

function list(items) {
  const names = [...new Set(items.flatMap(Object.keys))];
  return grid(names.length ? names : ['entry'], items.map(item => names.map(name => {
    const value = item[name];
    return value !== null && typeof value === 'object' ? JSON.stringify(value) : value === undefined ? '' : value;
  })));
}

function table(result, cells) {
  return grid(result.columns.map(column => column.name), result.rows, cells);
}

function link(page, text, name) {
  return element('a', {href: '#' + page + (name === undefined ? '' : '/' + encodeURIComponent(name))}, text);
}

// Opens a statement in the editor, which does not run it.
function editorLink(statement, text) {
  return element('a', {href: '#query', onclick: () => sessionStorage.setItem('sql', statement)}, text);
}

function quoted(name) {
  return '"' + name.replaceAll('"', '""') + '"';
}

function card(label, value, page) {
  return element('div', {class: 'card'}, element('b', {}, value), element('span', {}, page ? link(page, label) : label));
}

function title(text) {
  return element('h2', {}, text);
}

function line(values, label) {
  const width = 320;
  const height = 60;
  const max = Math.max(1, ...values);
  const points = values.map((value, i) => (i * width / Math.max(1, values.length - 1)).toFixed(1) + ',' + (height - 4 - value / max * (height - 8)).toFixed(1));
  return element('div', {class: 'card'},
    element('svg', {viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-label': label}, element('polyline', {class: 'series', points: points.join(' ')})),
    element('span', {}, label));
}

function cancel(pid) {
  return element('button', {onclick: async event => {
    event.target.disabled = true;
    try {
      await sql('select pg_cancel_backend(' + Number(pid) + ')');
      show();
    } catch (error) {
      event.target.replaceWith(element('span', {class: 'error'}, error.message));
    }
  }}, 'cancel ' + pid);
}

const SESSIONS = 'select pid, usename as "user", datname as database, application_name as application, state, wait_event as wait,'
  + ' extract(epoch from clock_timestamp() - query_start)::int as "since (s)", query from pg_stat_activity';

async function overview() {
  const [server, statements, sessions, sizes] = await Promise.all([
    status('server'),
    sql('select coalesce(sum(calls), 0)::bigint, coalesce(sum(total_exec_time), 0)::double precision, coalesce(sum(rows), 0)::bigint, coalesce(sum(retries), 0)::bigint from pg_stat_statements'),
    sql('select coalesce(state, \'starting\'), count(*) from pg_stat_activity group by 1 order by 1'),
    status('tables'),
  ]);
  const [calls, millis, rows, retries] = statements.rows[0].map(Number);
  const now = performance.now();
  const before = history[history.length - 1];
  const seconds = before ? (now - before.now) / 1000 : 0;
  const rate = before && calls >= before.calls ? (calls - before.calls) / seconds : 0;
  const mean = before && calls > before.calls ? (millis - before.millis) / (calls - before.calls) : 0;
  history.push({now, calls, millis, rate, mean});
  if (history.length > HISTORY_MAX) {
    history.shift();
  }
  let checks = {};
  const health = await fetch('/health');
  try {
    checks = await health.json();
  } catch {
    checks = {status: health.status};
  }
  const total = sizes.tables.reduce((sum, each) => sum + (each.total_bytes || each.live_bytes || 0), 0);
  return [
    element('div', {class: 'cards'},
      card('statements per second', rate.toFixed(0)),
      card('mean time, ms', mean.toFixed(2)),
      card('statements since start', shown(calls), 'statements'),
      card('rows', shown(rows)),
      card('retries', shown(retries), 'statements'),
      card('tables', shown(sizes.tables.length), 'tables'),
      card('rows and versions', bytes(total), 'storage'),
      card('uptime, s', shown(server.uptime_seconds))),
    title('Last minutes'),
    element('div', {class: 'cards'}, line(history.map(each => each.rate), 'statements per second'), line(history.map(each => each.mean), 'mean time, ms')),
    title('Sessions'), grid(['state', 'count'], sessions.rows, {0: value => link('sessions', value)}),
    title('Checks'), grid(['check', 'value'], pairs(checks), {1: pairCell}),
    title('Server'), grid(['property', 'value'], [['version', server.version], ['commit', server.commit], ['java', server.java], ['phase', server.phase], ['store', server.store.folder]]),
  ];
}

function statement(text) {
  return text ? editorLink(text, text) : shown(text);
}

async function statements() {
  const shapes = 'select calls, round(total_exec_time::numeric, 1)::double precision as "total ms", round(mean_exec_time::numeric, 3)::double precision as "mean ms",'
    + ' round(max_exec_time::numeric, 1)::double precision as "max ms", rows, round(total_plan_time::numeric, 1)::double precision as "planning ms",'
    + ' spilled_bytes as spilled, retries, query from pg_stat_statements';
  const [running, total, slow] = await Promise.all([
    sql(SESSIONS + " where state = 'active' and pid <> pg_backend_pid() order by query_start"),
    sql(shapes + ' order by total_exec_time desc limit 50'),
    sql(shapes + ' order by max_exec_time desc limit 20'),
  ]);
  const cells = {6: value => bytes(value), 8: statement};
  return [
    title('Running'), table(running, {0: cancel, 7: statement}),
    title('By shape, most time first'), table(total, cells),
    title('Slowest'), table(slow, cells),
  ];
}

function waitGraph(waits) {
  const edges = waits.rows;
  const pids = [...new Set(edges.flat())];
  if (pids.length === 0) {
    return element('p', {class: 'dim'}, 'No session waits for a lock.');
  }
  const height = 40 * pids.length + 10;
  const y = pid => 25 + 40 * pids.indexOf(pid);
  const drawing = element('svg', {viewBox: '0 0 320 ' + height, width: 320, height, role: 'img', 'aria-label': 'sessions that wait for others'});
  edges.forEach(([from, to], i) => {
    const bend = 130 + 30 * (1 + i % 5);
    drawing.append(element('path', {class: 'edge', d: 'M118 ' + y(from) + ' C' + bend + ' ' + y(from) + ' ' + bend + ' ' + y(to) + ' 124 ' + y(to)}));
    drawing.append(element('polygon', {class: 'arrow', points: '118,' + y(to) + ' 127,' + (y(to) - 4) + ' 127,' + (y(to) + 4)}));
  });
  for (const pid of pids) {
    drawing.append(element('rect', {class: 'node', x: 8, y: y(pid) - 14, width: 110, height: 28, rx: 5}));
    drawing.append(element('text', {x: 18, y: y(pid) + 4}, 'session ' + pid));
  }
  return drawing;
}

async function sessions() {
  const [all, waits, locks] = await Promise.all([
    sql(SESSIONS + " where application_name is distinct from 'console' order by pid"),
    sql('select a.pid, b.pid from pg_stat_activity a cross join lateral unnest(pg_blocking_pids(a.pid)) as b (pid) order by 1, 2'),
    sql('select pid, locktype as type, coalesce(relation::regclass::text, transactionid::text) as "locked", mode, granted,'
      + ' database::bigint, classid::bigint, objid::bigint, objsubid::int from pg_locks order by granted, 1, 2, 3'),
  ]);
  return [
    title('Sessions'), table(all, {0: (pid, row) => (row[4] === 'active' ? cancel(pid) : shown(pid)), 7: statement}),
    title('Waits for locks'), waitGraph(waits),
    title('Locks'), table(locks),
  ];
}

// Name of a table of this database in /_status/ranges and /console/ranges.json.
function tableLabel(schema, name) {
  return schema === 'public' ? name : schema + '.' + name;
}

async function tables() {
  const [result, indexes] = await Promise.all([
    sql('select schemaname as schema, relname as "table", n_live_tup as rows, pg_total_relation_size(relid) as size from pg_stat_user_tables'
      + " where schemaname not in ('pg_catalog', 'information_schema') order by 4 desc, 1, 2"),
    sql('select i.schemaname as schema, i.relname as "table", i.indexrelname as index, x.indisunique as "unique", pg_get_indexdef(i.indexrelid) as definition'
      + ' from pg_stat_user_indexes i join pg_index x on x.indexrelid = i.indexrelid order by 1, 2, 3'),
  ]);
  const rows = result.rows.map(row => [...row, 'ranges']);
  const cells = {
    1: (name, row) => editorLink('select * from ' + quoted(row[0]) + '.' + quoted(name) + ' limit 100', name),
    3: value => bytes(value),
    4: (text, row) => link('ranges', text, tableLabel(row[0], row[1])),
  };
  return [
    title('Tables'), grid(['schema', 'table', 'rows', 'size', ''], rows, cells),
    title('Indexes'), table(indexes, {1: (name, row) => link('ranges', name, tableLabel(row[0], name))}),
  ];
}

function pending(work) {
  return work === null ? '' : typeof work === 'object' ? Object.values(work).filter(each => typeof each === 'string').join(' ') : work;
}

async function rangesOf(name) {
  const data = await status('ranges');
  const rows = data.ranges.filter(each => each.table === name).map(each => [each.id, each.live_rows, each.total_bytes, each.max_bytes,
    each.reads_per_second, each.writes_per_second, each.hot_key ? 'yes' : '', pending(each.pending), each.start]);
  const names = ['range', 'rows', 'size', 'limit', 'reads per second', 'writes per second', 'hot key', 'pending', 'first key'];
  return [title('Ranges of ' + name), grid(names, rows, {2: value => bytes(value), 3: value => bytes(value)})];
}

async function ranges(name) {
  const [data, splits, single] = await Promise.all([
    read('/console/ranges.json').then(response => response.json()),
    status('splits'),
    name === undefined ? null : rangesOf(name),
  ]);
  rangeHistory.push(data.range_count);
  if (rangeHistory.length > HISTORY_MAX) {
    rangeHistory.shift();
  }
  const byTable = new Map();
  data.id.forEach((_, i) => {
    const name = data.table[i] < 0 ? NO_TABLE : data.tables[data.table[i]];
    const known = byTable.get(name) || [name, 0, 0, 0];
    known[1]++;
    known[2] += data.bytes[i];
    known[3] = Math.max(known[3], data.bytes[i] / Math.max(1, data.limit[i]));
    byTable.set(name, known);
  });
  const rows = [...byTable.values()].sort((a, b) => b[2] - a[2]);
  return [
    element('div', {class: 'cards'}, card('ranges', shown(data.range_count)), card('size', bytes(data.total_bytes)), line(rangeHistory, 'ranges over time')),
    element('p', {}, element('a', {href: '/console/ranges'}, 'Chart of all ranges')),
    single,
    title('By table'), grid(['table', 'ranges', 'size', 'largest, of its limit'], rows, {
      0: value => (value === NO_TABLE ? value : link('ranges', value, value)),
      2: value => bytes(value),
      3: value => (value * 100).toFixed(0) + ' %',
    }),
    title('Recent splits and merges'), list(splits.recent || []),
    (splits.pending || []).length ? [title('Waiting'), list(splits.pending)] : null,
    title('Splits and merges'), grid(['property', 'value'], pairs(splits), {1: pairCell}),
  ];
}

async function sequences() {
  const data = await status('sequences');
  const rows = data.sequences.map(each => {
    const cache = Object.values(each).find(value => value !== null && typeof value === 'object') || each;
    const uses = cache.hits + cache.waits;
    return [each.name, each.type, each.mode, each.last_value, each.increment, each.cache, cache.hits, cache.waits,
      uses > 0 ? (cache.hits / uses * 100).toFixed(1) + ' %' : '', cache.refills, cache.refill_failures, cache.reserved, cache.wasted, each.epoch, each.owned_by];
  });
  const names = ['sequence', 'type', 'mode', 'last value', 'increment', 'cache', 'hits', 'waits', 'hit rate', 'segments', 'failures', 'reserved', 'wasted', 'epoch', 'owned by'];
  return [title('Sequences'), grid(names, rows, {14: owner => (owner === null ? '' : link('tables', owner))})];
}

async function listPage(path, field) {
  const data = await status(path);
  const items = data[field] || [];
  const others = pairs(Object.fromEntries(Object.entries(data).filter(([key]) => key !== field)));
  return [
    others.length ? grid(['property', 'value'], others, {1: pairCell}) : null,
    title(field[0].toUpperCase() + field.slice(1)),
    list(items),
  ];
}

async function storage() {
  const response = await read('/metrics');
  const wanted = /^(colonnade_(store|memory|column_cache|block_cache|log|disk|commit|versions)|jvm_memory_used|process_resident)/;
  const rows = (await response.text()).split('\n')
    .filter(text => wanted.test(text))
    .map(text => [text.slice(0, text.lastIndexOf(' ')), Number(text.slice(text.lastIndexOf(' ') + 1))])
    .filter(([name]) => !name.includes('_bucket{'));
  return [title('Storage and memory'), grid(['metric', 'value'], rows, {1: (value, row) => (row[0].includes('bytes') ? bytes(value) : shown(value))})];
}

async function settings() {
  const [server, session] = await Promise.all([
    status('server'),
    sql('select name, setting, unit, context, short_desc as description from pg_settings order by name'),
  ]);
  return [
    title('Server'), grid(['key', 'value', 'origin'], server.settings.map(each => [each.key, each.value, each.origin])),
    title('Session'), table(session),
  ];
}

function planTree(node) {
  const facts = ['Plan Rows', 'Actual Rows', 'Actual Total Time', 'Actual Loops', 'Total Cost'].filter(key => node[key] !== undefined);
  const name = [node['Node Type'], node['Relation Name'] && 'on ' + node['Relation Name'], node['Index Name'] && 'using ' + node['Index Name']].filter(Boolean).join(' ');
  return element('li', {},
    element('b', {}, name), ' ',
    element('span', {class: 'dim'}, facts.map(key => key.toLowerCase() + ' ' + shown(node[key])).join(', ')),
    node.Plans ? element('ul', {class: 'plan'}, node.Plans.map(planTree)) : null);
}

function chart(result) {
  const y = result.rows.length === 0 ? -1 : result.rows[0].findLastIndex(value => typeof value === 'number');
  if (y < 0 || result.rows.length > 200) {
    return null;
  }
  const values = result.rows.map(row => Number(row[y]) || 0);
  const low = Math.min(0, ...values);
  const span = Math.max(...values, 0) - low || 1;
  const width = 640 / values.length;
  const columns = values.map((value, i) => {
    const top = 150 - (Math.max(value, 0) - low) / span * 140;
    const height = Math.max(1, Math.abs(value) / span * 140);
    return element('rect', {class: 'column', x: i * width, y: top, width: Math.max(1, width - 1), height}, element('title', {}, result.rows[i].map(shown).join(', ')));
  });
  return [title('Chart of ' + result.columns[y].name), element('svg', {viewBox: '0 0 640 155', role: 'img', 'aria-label': 'chart of the result'}, columns)];
}

async function query() {
  const text = element('textarea', {id: 'sql', spellcheck: 'false', 'aria-label': 'statement'});
  text.value = sessionStorage.getItem('sql') || 'select * from pg_stat_statements order by total_exec_time desc limit 10';
  const database = element('select', {'aria-label': 'database'});
  const databases = await sql('select datname from pg_database order by datname = \'colonnade\' desc, 1');
  databases.rows.forEach(([name]) => database.append(element('option', {}, name)));
  const write = element('input', {type: 'checkbox', id: 'write'});
  const stop = element('button', {id: 'cancel', disabled: 'disabled', onclick: () => post('/_sql/cancel', {id: stop.dataset.id}).catch(fail)}, 'Cancel');
  const output = element('div', {id: 'result'});
  const fail = error => output.replaceChildren(element('p', {class: 'error', role: 'alert'}, error.message));
  const execute = async work => {
    sessionStorage.setItem('sql', text.value);
    stop.dataset.id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    enable(false);
    output.replaceChildren(element('p', {class: 'dim'}, 'running'));
    try {
      output.replaceChildren(...(await work()).flat().filter(Boolean));
    } catch (error) {
      fail(error);
    }
    enable(true);
  };
  const options = () => ({database: database.value, write: write.checked, id: stop.dataset.id});
  const run = () => execute(async () => {
    const result = await sql(text.value, options());
    const summary = result.command + ', ' + shown(result.count) + ' rows' + (result.cut ? ' (cut)' : '') + ', ' + (result.micros / 1000).toFixed(1) + ' ms';
    return [element('p', {class: 'dim'}, summary), result.columns.length ? table(result) : null, chart(result)];
  });
  const explain = analyze => execute(async () => {
    const plan = await sql(text.value, options(), 'explain (format json' + (analyze ? ', analyze' : '') + ') ');
    const document = JSON.parse(plan.rows[0][0]);
    return [title('Plan'), element('ul', {class: 'plan'}, planTree(document[0].Plan))];
  });
  const starts = [
    element('button', {id: 'run', onclick: run}, 'Run'),
    element('button', {id: 'explain', onclick: () => explain(false)}, 'Plan'),
    element('button', {id: 'analyze', onclick: () => explain(true)}, 'Plan, executed'),
  ];
  const enable = isIdle => {
    starts.forEach(each => { each.disabled = !isIdle; });
    stop.disabled = isIdle;
  };
  text.addEventListener('keydown', event => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && stop.disabled) {
      run();
    }
  });
  return [
    text,
    element('div', {class: 'bar'},
      starts,
      stop,
      database,
      element('label', {for: 'write'}, write, ' may write')),
    output,
  ];
}

const PAGES = {
  overview: ['Overview', overview, true],
  statements: ['Statements', statements, true],
  sessions: ['Sessions and locks', sessions, true],
  tables: ['Tables', tables, true],
  ranges: ['Ranges', ranges, true],
  sequences: ['Sequences', sequences, true],
  storage: ['Storage', storage, true],
  replication: ['Replication', () => listPage('cluster', 'members'), true],
  settings: ['Settings', settings, false],
  query: ['Query', query, false],
};

// Tables stay where the user has scrolled them to when the same page is read again.
function replace(content, isSame) {
  const offsets = isSame ? [...main.querySelectorAll('.scroll')].map(each => each.scrollLeft) : [];
  main.replaceChildren(...content);
  main.querySelectorAll('.scroll').forEach((each, i) => { each.scrollLeft = offsets[i] || 0; });
}

async function show() {
  const mine = ++generation;
  clearTimeout(timer);
  const [hash, argument] = location.hash.slice(1).split('/', 2);
  const name = Object.hasOwn(PAGES, hash) ? hash : 'overview';
  const [, page, isRefreshed] = PAGES[name];
  document.getElementById('pages').replaceChildren(...Object.entries(PAGES).map(([key, [label]]) =>
    element('a', {href: '#' + key, 'aria-current': key === name ? 'page' : null}, label)));
  try {
    const content = (await page(argument === undefined ? undefined : decodeURIComponent(argument))).flat().filter(Boolean);
    if (mine === generation) {
      replace(content, main.dataset.page === name);
      main.dataset.page = name;
      state.textContent = 'read at ' + new Date().toLocaleTimeString();
    }
  } catch (error) {
    if (mine === generation) {
      main.replaceChildren(element('p', {class: 'error', role: 'alert'}, error.message));
      state.textContent = '';
    }
  }
  if (mine === generation && isRefreshed) {
    timer = setTimeout(show, REFRESH_MILLIS);
  }
}

window.addEventListener('hashchange', show);
show();
