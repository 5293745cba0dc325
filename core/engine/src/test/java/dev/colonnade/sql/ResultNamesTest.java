package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the names of columns without an alias, which are PostgreSQL 15's. */
class ResultNamesTest {
  @SuppressWarnings("NullAway.Init") // before each test
  private Database database;

  @SuppressWarnings("NullAway.Init") // before each test
  private Session session;

  @BeforeEach
  void create(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test");
    names("create table n (a int primary key, b boolean)");
  }

  @AfterEach
  public void close() {
    database.close();
  }

  @Test
  void shouldNameCastsByTheirOperandOrType() {
    assertThat(
            names(
                "select a::text, '1'::text, 'a'::varchar(3), 1::numeric(3,1), 5::text::int from n"))
        .containsExactly("a", "text", "varchar", "numeric", "int4");
    assertThat(
            names(
                "select '{}'::int[], 1::smallint, 1::float8, true::boolean::text, sum(a)::int from"
                    + " n"))
        .containsExactly("int4", "int2", "float8", "text", "sum");
    assertThat(names("select interval '1 day', date '2020-01-01', '2020-01-01'::timestamptz"))
        .containsExactly("interval", "date", "timestamptz");
  }

  @Test
  void shouldNameConditionalsByTheirLastBranch() {
    assertThat(
            names(
                "select case when b then 1 end, case when b then 1 else a end,"
                    + " case when b then 1 else '2'::int end, coalesce(a, 1)::bigint from n"))
        .containsExactly("case", "a", "case", "coalesce");
  }

  @Test
  void shouldNameSubqueriesByTheirColumn() {
    assertThat(
            names(
                "select (select 1 as x), (select max(a) from n), (select 1), exists (select 1),"
                    + " array[1], (array[1])[1], trim(leading 'x' from 'a'), -a from n"))
        .containsExactly("x", "max", "?column?", "exists", "array", "array", "ltrim", "?column?");
  }

  @Test
  void shouldNameColumnsBesideStars() {
    assertThat(names("select *, exists (select 1), 1 + 1, 'x'::text from n"))
        .containsExactly("a", "b", "exists", "?column?", "text");
    assertThat(names("select 1::bigint, *, a + 1 from n"))
        .containsExactly("int8", "a", "b", "?column?");
  }

  @Test
  void shouldNameColumnsOfStarsLikePostgres() {
    assertThat(names("select a, *, n.a from n")).containsExactly("a", "a", "b", "a");
    assertThat(names("select * from n join n as m using (b) cross join n as o"))
        .containsExactly("b", "a", "a", "a", "b");
    assertThat(names("select *, 1 from (select n.*, m.* from n, n as m) as q"))
        .containsExactly("a", "b", "a", "b", "?column?");
  }

  @Test
  void shouldReturnExpressionsWithoutAName() {
    assertThat(names("insert into n values (1, true) returning 'x'::text, a::bigint, -a, b"))
        .containsExactly("text", "a", "?column?", "b");
  }

  private List<String> names(String sql) {
    try (SqlResult result = session.sql().execute(sql)) {
      while (result.next() != null) {
        // only the columns matter
      }
      return result.columns().stream().map(SqlColumn::name).toList();
    }
  }
}
