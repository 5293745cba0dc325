package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
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
 * Tests of functions whose results depend on bytes, pairs or the session; all results are
 * PostgreSQL's.
 */
class TextFormsTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    session = database.session("test").sql();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private @Nullable Object value(String sql) {
    return session.execute(sql).toList().getFirst().getFirst();
  }

  @Test
  void shouldCutNamesBetweenCharacters() {
    assertThat(value("select octet_length(repeat('\u00e9', 40)::name)")).isEqualTo(62);
    assertThat(value("select octet_length(('a' || repeat('\u00e9', 40))::name)")).isEqualTo(63);
    assertThat(value("select octet_length(('a' || repeat('\u20ac', 40))::name)")).isEqualTo(61);
    assertThat(value("select octet_length(repeat('\ud83d\ude00', 20)::name)")).isEqualTo(60);
    assertThat(value("select 'abc'::name::text")).isEqualTo("abc");
  }

  @Test
  void shouldCastTheFirstByteToChar() {
    assertThat(byteChar("abc")).isEqualTo("a");
    assertThat(byteChar("\u00e9")).isEqualTo("\\303");
    assertThat(byteChar("\\303")).isEqualTo("\\303");
    assertThat(byteChar("\\101")).isEqualTo("A");
    assertThat(byteChar("\\30")).isEqualTo("\\");
    assertThat(byteChar("")).isEqualTo("");
  }

  private @Nullable Object byteChar(String text) {
    return value("select x::\"char\" from (values ('" + text + "'::text)) t(x)");
  }

  @Test
  void shouldConvertEncodings() {
    assertThat(value("select convert_from('\\xe9'::bytea, 'LATIN1')")).isEqualTo("\u00e9");
    assertThat(value("select encode(convert_to('\u20ac', 'latin-9'), 'hex')")).isEqualTo("a4");
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> value("select convert_to('\u20ac', 'LATIN1')"))
        .satisfies(e -> assertThat(e.sqlState()).isEqualTo("22P05"));
  }

  @Test
  void shouldAggregateDistinctPairsOfTextAndDelimiter() {
    run("create table t (x text, d text)");
    run("insert into t values ('b', '1'), ('a', '2'), ('c', '3'), ('a', '4'), ('a', '2')");
    assertThat(value("select string_agg(distinct x, d) from t")).isEqualTo("a4a1b3c");
    assertThat(value("select string_agg(distinct x, d order by x desc) from t"))
        .isEqualTo("c1b2a4a");
    assertThat(value("select string_agg(x, d order by x, d) from t")).isEqualTo("a2a4a1b3c");
  }

  @Test
  void shouldNotReportTheSequenceOfAHiddenKeyAsLastValue() {
    run("create table t (v int)");
    run("insert into t values (1), (2)");
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> value("select lastval()"))
        .withMessage("lastval is not yet defined in this session")
        .satisfies(e -> assertThat(e.sqlState()).isEqualTo("55000"));
    run("create sequence s start 70");
    assertThat(value("select nextval('s')")).isEqualTo(70L);
    run("insert into t values (3)");
    run("insert into t select g from generate_series(1, 1000) g");
    run("begin");
    run("insert into t values (4)");
    run("commit");
    assertThat(value("select lastval()")).isEqualTo(70L);
    run("create table keyed (id serial primary key, v int)");
    run("insert into keyed (v) values (5)");
    run("insert into t values (6)");
    assertThat(session.execute("select lastval(), currval('keyed_id_seq')").toList())
        .containsExactly(List.of(1L, 1L));
  }

  @Test
  void shouldGenerateSeries() {
    assertThat(value("select array(select generate_series(1.5, 3::numeric, 0.5))::text"))
        .isEqualTo("{1.5,2.0,2.5,3.0}");
    assertThat(value("select count(*) from generate_series(1::numeric, 0)")).isEqualTo(0L);
    assertThat(
            value(
                "select array(select generate_series('2020-01-01'::timestamp, '2020-01-02',"
                    + " '12 hours'))::text"))
        .isEqualTo("{\"2020-01-01 00:00:00\",\"2020-01-01 12:00:00\",\"2020-01-02 00:00:00\"}");
    assertThat(
            value(
                "select array(select generate_series('2020-01-31'::timestamp, '2020-05-01',"
                    + " '1 month'))::text"))
        .isEqualTo(
            "{\"2020-01-31 00:00:00\",\"2020-02-29 00:00:00\",\"2020-03-29 00:00:00\","
                + "\"2020-04-29 00:00:00\"}");
  }
}
