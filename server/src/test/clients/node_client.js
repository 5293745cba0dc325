// node-postgres: parameters, prepared statements, transactions, a pool.
const { Pool } = require('pg');
const assert = require('assert');

async function main() {
  const pool = new Pool({
    host: '127.0.0.1', port: Number(process.argv[2]), user: 'postgres', database: 'colonnade', max: 4,
  });
  await pool.query('drop table if exists node_rows');
  await pool.query('create table node_rows (id int primary key, name text, at timestamptz)');
  const at = new Date('2024-02-29T01:02:03.456Z');
  await Promise.all([...Array(100).keys()].map((i) =>
    pool.query({ name: 'insert', text: 'insert into node_rows values ($1, $2, $3)', values: [i, `name ${i}`, at] })));
  const found = await pool.query('select * from node_rows where id = $1', [7]);
  assert.deepStrictEqual(found.rows, [{ id: 7, name: 'name 7', at }]);
  const client = await pool.connect();
  await client.query('begin');
  await client.query('delete from node_rows');
  await assert.rejects(client.query('select 1/0'), { code: '22012' });
  await client.query('rollback');
  client.release();
  const count = await pool.query('select count(*) from node_rows');
  assert.strictEqual(count.rows[0].count, '100');
  await pool.query('drop table node_rows');
  await pool.end();
  console.log('ok');
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
