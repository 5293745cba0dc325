package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joins and subqueries that read, for each outer row, a range of a key between its values. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RangeJoinTest {
  private Database database;
  private SqlSession session;

  @BeforeAll
  void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test").sql();
    run("create table item (id int primary key, g int, price int, at timestamp, name text)");
    run("create index item_price on item (price)");
    run("create index item_g_price on item (g, price desc)");
    run("create index item_at on item (at)");
    run("create index item_name on item (name desc)");
    run("create table band (id int primary key, low int, high int, since timestamp, word text)");
    run(
        "insert into item select i, nullif(i % 50, 7), nullif(i * 7919 % 10007, 5),"
            + " timestamp '2024-01-01' + i * interval '1 hour', 'n' || i % 1000"
            + " from generate_series(1, 8000) i");
    run(
        "insert into band select i, nullif(i * 400, 2000), nullif(i * 400 + i % 3 * 9, 3609),"
            + " timestamp '2024-01-01' + i * interval '8 days', 'n' || i * 30"
            + " from generate_series(-1, 25) i");
    run("analyze");
  }

  @AfterAll
  void close() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select b.id, i.id from band b join item i on i.id between b.low and b.high",
        "select b.id, i.id from band b, item i where i.id > b.low and b.low + 5 >= i.id",
        "select b.id, i.price from band b join item i on i.price >= b.low and i.price < b.high",
        "select b.id, i.id, i.name from band b left join item i on i.id > b.low and i.id <= b.high",
        "select b.id, i.id from band b left join item i on i.id between b.low and b.high and i.g ="
            + " 3",
        "select id from band b where exists (select from item i where i.id between low and high)",
        "select id from band b where not exists"
            + " (select from item i where i.price between low and high)",
        "select id from band b where not exists"
            + " (select from item i where i.id between low and high and i.price > b.id * 100)",
        "select b.id, i.id from band b join item i on i.g = b.id and i.price between low and high",
        "select b.id, i.id from band b join item i on i.at >= since and i.at < since + '3 hours'",
        "select b.id, i.id from band b join item i on i.name > word and i.name <= word || '1'",
        "select b.id, c.id, i.id from band b, band c, item i"
            + " where i.id between b.low and c.high and c.id = b.id",
      })
  void shouldJoinByRange(String sql) {
    assertThat(sorted(sql)).isEqualTo(withoutRanges(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(select count(*) from item i where i.id between b.low and b.high)",
        "(select sum(i.price) from item i where i.id > b.low and i.id < b.high and i.g <> 3)",
        "(select max(i.id) from item i where i.id <= b.low)",
        "(select min(i.price) from item i where i.price > b.high)",
        "(select i.id from item i where i.price >= b.low order by i.price, i.id limit 1)",
        "(select count(*) from item i where i.g = b.id and i.price between b.low and b.low + 900)",
        "coalesce((select max(i.at) from item i where i.at < b.since), b.since)",
      })
  void shouldEvaluateSubqueriesByRange(String value) {
    String sql = "select b.id, " + value + " from band b";
    // A comparison of an expression searches no key.
    String reference = sql.replaceAll("i\\.(id|price|at) (between|[<>])", "coalesce(i.$1) $2");
    assertThat(reference).isNotEqualTo(sql);
    assertThat(sorted(sql)).isEqualTo(sorted(reference));
  }

  @Test
  void shouldSearchKeysByValuesOfOuterRows() {
    assertThat(explain("select count(*) from band b join item i on i.id between low and high"))
        .contains("Nested Loop", "using item_pkey on item i", "Index Cond: ((id >= b.low)");
    assertThat(explain("select 1 from band b join item i on i.price between low and low + 5"))
        .contains("using item_price on item i", "(price <= (b.low + 5))");
    assertThat(explain("select id, (select max(i.id) from item i where i.id <= b.low) from band b"))
        .contains(
            "SubPlan 1", "Index Only Scan Backward using item_pkey", "Index Cond: (id <= b.low)");
    assertThat(
            explain(
                "select b.id from band b where not exists (select from item i"
                    + " where i.id between low and high)"))
        .contains("Nested Loop Anti Join", "Index Cond: ((id >= b.low)");
  }

  private List<?> withoutRanges(String sql) {
    run("set enable_nestloop = off");
    List<?> rows = sorted(sql);
    run("reset all");
    return rows;
  }

  private List<?> sorted(String sql) {
    return rows(sql).stream().map(Object::toString).sorted().toList();
  }

  private List<?> rows(String sql) {
    try (SqlResult result = session.execute(sql)) {
      return result.toList();
    }
  }

  private String explain(String sql) {
    StringBuilder text = new StringBuilder();
    try (SqlResult result = session.execute("explain " + sql)) {
      result.toList().forEach(row -> text.append(row.getFirst()).append('\n'));
    }
    return text.toString();
  }

  private void run(String sql) {
    session.execute(sql).close();
  }
}
