package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of statements with more rows than a method of generated code can contain. */
@Tag("integration")
class ManyValuesTest {
  private static final int ROWS_OF_LITERALS = 20_000;
  private static final int ROWS = 3_000;

  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("postgres", "postgres").sql();
  }

  @AfterEach
  public void close() {
    database.close();
  }

  @Test
  void shouldInsertLiterals() {
    run("create table w (id int primary key, name text, price numeric(10, 2), note text)");
    run("insert into w values " + rows(ROWS_OF_LITERALS, "(%1$d, 'name %1$d', %1$d.25, null)"));

    assertThat(row("select count(*), count(note), count(distinct name), sum(price) from w"))
        .containsExactly(20_000L, 0L, 20_000L, new BigDecimal("199995000.00"));
    assertThat(row("select id, name, price, note from w where id = 12345"))
        .containsExactly(12345, "name 12345", new BigDecimal("12345.25"), null);
  }

  @Test
  void shouldInsertWhatIsComputed() {
    run("create sequence s");
    run(
        "create table w (id bigint default nextval('s') primary key, at timestamp, n numeric,"
            + " on_day date)");
    run("insert into w (at, n) values " + rows(ROWS, "('2020-01-01 00:00:%2$02d', %1$d.5 + 1)"));

    assertThat(row("select count(*), min(id), max(id), sum(n), count(on_day) from w"))
        .containsExactly(3_000L, 1L, 3_000L, new BigDecimal("4503000.0"), 0L);
    assertThat(row("select count(distinct at), min(at)::text from w"))
        .containsExactly(60L, "2020-01-01 00:00:00");
  }

  @Test
  void shouldQueryRowsOfMixedNumbers() {
    assertThat(
            row(
                "select count(*), sum(a), max(b) from (values (0.5, 'a'), "
                    + rows(ROWS, "(%1$d, 'name %1$d')")
                    + ") v(a, b)"))
        .containsExactly(3_001L, new BigDecimal("4498500.5"), "name 999");
  }

  private static String rows(int count, String pattern) {
    return IntStream.range(0, count)
        .mapToObj(i -> pattern.formatted(i, i % 60))
        .collect(Collectors.joining(","));
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private @Nullable Object[] row(String sql) {
    try (SqlResult result = session.execute(sql)) {
      return requireNonNull(result.next(), "no row");
    }
  }
}
