package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that inserts of many rows with keys from a sequence allocate the values that single inserts
 * allocate.
 */
class SequenceColumnsTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    session = database.session("test").sql();
    run("create table t (id serial primary key, v int)");
  }

  @AfterEach
  public void close() {
    database.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private List<List<@Nullable Object>> rows(String sql) {
    return session.execute(sql).toList();
  }

  private void assertFails(String sql, ErrorCode code) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> run(sql))
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldContinueWithoutGapsInTheOrderOfTheRows() {
    run("insert into t (v) values (10)");
    run("insert into t (v) select g * 10 from generate_series(2, 3000) g(g)");
    assertThat(rows("select currval('t_id_seq'), lastval()"))
        .containsExactly(List.of(3000L, 3000L));
    run("insert into t (v) values (30010), (30020)");
    run("begin");
    run("insert into t (v) select 30030 + 10 * g from generate_series(0, 1) g(g)");
    run("commit");
    assertThat(rows("select count(*), min(id), max(id) from t where v = id * 10"))
        .containsExactly(List.of(3004L, 1, 3004));
  }

  @Test
  void shouldAllocateFromBlocksOfTheSession() {
    run("set sequence_cache_method = 'connection'");
    run("insert into t (v) values (1)");
    run("insert into t (v) select g from generate_series(2, 500) g(g)");
    run("insert into t (v) values (501)");
    assertThat(rows("select count(*) from t where id = v")).containsExactly(List.of(501L));
  }

  @Test
  void shouldAllocateUpToTheLimit() {
    run("create sequence small maxvalue 7");
    run("create table s (id int default nextval('small'), v int)");
    run("insert into s (v) select g from generate_series(1, 4) g(g)");
    assertFails(
        "insert into s (v) select g from generate_series(1, 4) g(g)", ErrorCode.SEQUENCE_LIMIT);
    assertThat(rows("select last_value from pg_sequences where sequencename = 'small'"))
        .containsExactly(List.of(7L));
    assertFails("insert into s (v) values (1)", ErrorCode.SEQUENCE_LIMIT);
    assertThat(rows("select id from s order by id"))
        .containsExactly(List.of(1), List.of(2), List.of(3), List.of(4));
    run("alter sequence small cycle");
    run("insert into s (v) select g from generate_series(1, 20) g(g)");
    assertThat(rows("select id, count(*) from s where v > 4 group by id order by min(v)"))
        .hasSize(7);
  }

  @Test
  void shouldRejectValuesOutOfTheColumnsRange() {
    run("create table n (id smallserial, v int)");
    assertThat(rows("select setval('n_id_seq', 32765)")).hasSize(1);
    run("insert into n (v) values (1), (2)");
    assertFails("insert into n (v) values (1), (2)", ErrorCode.SEQUENCE_LIMIT);
    run("create sequence wide start 32767");
    run("create table w (id smallint default nextval('wide'), v int)");
    assertFails("insert into w (v) values (1), (2)", ErrorCode.VALUE_OUT_OF_RANGE);
  }

  @Test
  void shouldPreserveTheOrderOfVisibleAllocations() {
    run("insert into t (v) select nextval('t_id_seq')::int from generate_series(1, 3) g(g)");
    assertThat(rows("select count(*) from t where abs(id - v) = 1")).containsExactly(List.of(3L));
    run("create sequence pair");
    run("create table b (x int default nextval('pair'), y int default nextval('pair'), v int)");
    run("insert into b (v) values (1), (2)");
    assertThat(rows("select x, y from b order by v")).containsExactly(List.of(1, 2), List.of(3, 4));
  }

  @Test
  void shouldAllocateGaplessValuesWithTheTransaction() {
    run("create sequence g gapless");
    run("create table a (id int default nextval('g'), v int)");
    run("begin");
    run("insert into a (v) values (1), (2), (3)");
    run("rollback");
    run("insert into a (v) values (1), (2), (3)");
    assertThat(rows("select id, v from a order by id"))
        .containsExactly(List.of(1, 1), List.of(2, 2), List.of(3, 3));
  }
}
