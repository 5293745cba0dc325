// TypeORM: a schema made from entities, which is not changed again; relations, builders, transactions, changed columns.
require('reflect-metadata');
const assert = require('assert');
const { DataSource, EntitySchema, TableColumn } = require('typeorm');

const User = new EntitySchema({
  name: 'User', tableName: 'typeorm_user',
  columns: {
    id: { type: Number, primary: true, generated: true },
    name: { type: String, length: 80, unique: true },
    role: { type: 'enum', enum: ['a', 'b'], default: 'a' },
    data: { type: 'jsonb', nullable: true },
    tags: { type: 'text', array: true, default: '{}' },
    price: { type: 'decimal', precision: 10, scale: 2, default: 0 },
    bytes: { type: 'bytea', nullable: true },
    born: { type: 'date', nullable: true },
    big: { type: 'bigint', nullable: true },
    created: { type: 'timestamptz', createDate: true },
    deleted: { type: 'timestamp', deleteDate: true, nullable: true },
    version: { type: Number, version: true },
  },
  indices: [{ columns: ['price', 'born'], name: 'typeorm_prices' }],
  checks: [{ expression: '"price" >= 0', name: 'typeorm_price' }],
  relations: { posts: { type: 'one-to-many', target: 'Post', inverseSide: 'author' } },
});
const Post = new EntitySchema({
  name: 'Post', tableName: 'typeorm_post',
  columns: { id: { type: 'uuid', primary: true, generated: 'uuid' }, title: { type: 'text', comment: 'what it is called' } },
  relations: {
    author: { type: 'many-to-one', target: 'User', onDelete: 'CASCADE', joinColumn: true, inverseSide: 'posts' },
    tags: { type: 'many-to-many', target: 'Tag', joinTable: true, cascade: true },
  },
});
const Tag = new EntitySchema({
  name: 'Tag', tableName: 'typeorm_tag',
  columns: { id: { type: Number, primary: true, generated: 'identity' }, word: { type: String } },
});

async function main() {
  const source = new DataSource({
    type: 'postgres', host: '127.0.0.1', port: Number(process.argv[2]), username: 'postgres', database: 'colonnade',
    entities: [User, Post, Tag], installExtensions: false, uuidExtension: 'pgcrypto',
  });
  await source.initialize();
  await source.synchronize();
  const left = (await source.driver.createSchemaBuilder().log()).upQueries.map((query) => query.query);
  assert.deepStrictEqual(left, []);
  const users = source.getRepository(User);
  const posts = source.getRepository(Post);

  const ann = await users.save({
    name: 'Ann', data: { a: [1] }, tags: ['x'], price: '1.25', bytes: Buffer.from([0, 255]), born: '2020-02-29',
    big: '9007199254740993',
  });
  const { data, tags, price, bytes, born, big, version } = await users.findOneBy({ name: 'Ann' });
  assert.deepStrictEqual(
    [data, tags, price, bytes, born, big, version],
    [{ a: [1] }, ['x'], '1.25', Buffer.from([0, 255]), '2020-02-29', '9007199254740993', 1]);
  for (let i = 0; i < 3; i++) {
    await posts.save({ title: `t${i}`, author: ann, tags: [{ word: `w${i}` }] });
  }
  const [page, count] = await posts.findAndCount({ relations: { author: true, tags: true }, take: 2, skip: 1, order: { title: 'ASC' } });
  assert.deepStrictEqual([page.map((post) => [post.title, post.author.name, post.tags[0].word]), count], [[['t1', 'Ann', 'w1'], ['t2', 'Ann', 'w2']], 3]);
  const groups = await users.createQueryBuilder('u').leftJoin('u.posts', 'p').select('u.name', 'name').addSelect('COUNT(p.id)', 'n').groupBy('u.id').getRawMany();
  assert.deepStrictEqual(groups, [{ name: 'Ann', n: '3' }]);
  await users.upsert([{ name: 'Ann', price: 5 }, { name: 'Bob', price: 6 }], ['name']);
  const inserted = await users.createQueryBuilder().insert().values({ name: 'Cid' }).returning(['id', 'name']).execute();
  assert.strictEqual(inserted.raw[0].name, 'Cid');
  await users.softDelete({ name: 'Cid' });
  assert.deepStrictEqual([await users.count(), await users.count({ withDeleted: true })], [2, 3]);
  await assert.rejects(users.insert({ name: 'Ann' }), { code: '23505', detail: 'Key (name)=(Ann) already exists.' });
  await assert.rejects(users.insert({ name: 'Dan', price: -1 }), { code: '23514', constraint: 'typeorm_price' });
  await assert.rejects(source.transaction('SERIALIZABLE', async (manager) => {
    await manager.save(User, { name: 'Eve' });
    await manager.getRepository(User).findOne({ where: { id: ann.id }, lock: { mode: 'pessimistic_write' } });
    throw new Error('no');
  }), /no/);
  assert.strictEqual(await users.countBy({ name: 'Eve' }), 0);

  const runner = source.createQueryRunner();
  const table = await runner.getTable('typeorm_user');
  assert.deepStrictEqual(table.findColumnByName('role').enum, ['a', 'b']);
  await runner.addColumn('typeorm_user', new TableColumn({ name: 'more', type: 'varchar', length: '10', isNullable: true, isUnique: true }));
  await runner.changeColumn('typeorm_user', 'more', new TableColumn({ name: 'most', type: 'varchar', length: '20', isNullable: true }));
  await runner.renameColumn('typeorm_user', 'price', 'cost');
  await runner.renameColumn('typeorm_user', 'cost', 'price');
  await runner.dropColumn('typeorm_user', 'most');
  await source.synchronize();
  for (const name of ['typeorm_post_tags_typeorm_tag', 'typeorm_post', 'typeorm_tag', 'typeorm_user']) {
    await runner.dropTable(name);
  }
  await runner.query('drop type typeorm_user_role_enum');
  await runner.release();
  await source.destroy();
  console.log('ok');
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
