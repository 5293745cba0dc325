package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests that joins of many tables begin with few rows, and return all combinations. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoinOrderTest {
  private static final int TABLES = 5;
  private static final int ROWS = 7;
  private static final int QUERIES = 24;

  /** Row count of the table in EXISTS; more than any other has. */
  private static final int EXISTS_ROWS = 60;

  private final Random random = Seed.random("JoinOrderTest");
  private final List<List<@Nullable Integer[]>> tables = new ArrayList<>();
  private final List<@Nullable Integer[]> existsRows = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // before all tests
  private Database database;

  @SuppressWarnings("NullAway.Init") // before all tests
  private SqlSession session;

  @BeforeAll
  public void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test").sql();
    for (int i = 0; i < TABLES; i++) {
      tables.add(table("t" + i, ROWS));
    }
    existsRows.addAll(table("u", EXISTS_ROWS));
    run("create table fact (id int primary key, one int not null, other int not null)");
    run("insert into fact select g, g % 50, g % 40 from generate_series(1, 2000) g");
    run("create table one (id int primary key, name text)");
    run("insert into one select g, 'n' || g from generate_series(0, 49) g");
    run("create table other (id int primary key, name text)");
    run("insert into other select g, 'n' || g from generate_series(0, 39) g");
    run("create table pairs (one int, other int, x int, primary key (one, other))");
    run(
        "insert into pairs select a, b, a + b from generate_series(0, 49) a,"
            + " generate_series(0, 39) b");
    run("analyze");
  }

  @AfterAll
  public void close() {
    database.close();
  }

  private List<@Nullable Integer[]> table(String name, int rows) {
    run("create table %s (id int primary key, a int, b int)".formatted(name));
    List<@Nullable Integer[]> values = new ArrayList<>();
    for (int id = 0; id < rows; id++) {
      @Nullable Integer[] row = {id, value(), value()};
      run("insert into %s values (%d, %s, %s)".formatted(name, id, row[1], row[2]));
      values.add(row);
    }
    return values;
  }

  private @Nullable Integer value() {
    return random.nextInt(6) == 0 ? null : (Integer) random.nextInt(4);
  }

  private void run(String sql) {
    session.execute(sql).close();
  }

  private List<List<@Nullable Object>> rows(String sql) {
    return session.execute(sql).toList();
  }

  /** Predicate as text, and over a row of each table. */
  private record Condition(String sql, Place left, String comparison, Place right) {
    boolean holds(@Nullable Integer[][] combination) {
      Integer one = combination[left.table()][left.column()];
      Integer two = combination[right.table()][right.column()];
      return one != null && two != null && compares(comparison, one, two);
    }
  }

  private record Place(int table, int column) {
    String sql() {
      return "t" + table + "." + List.of("id", "a", "b").get(column);
    }
  }

  private static boolean compares(String comparison, int one, int two) {
    return switch (comparison) {
      case "=" -> one == two;
      case "<>" -> one != two;
      default -> one < two;
    };
  }

  private Condition condition(int count) {
    int table = random.nextInt(count);
    int other = (table + 1 + random.nextInt(count - 1)) % count;
    Place left = new Place(table, random.nextInt(3));
    Place right = new Place(other, random.nextInt(3));
    String comparison = List.of("=", "=", "=", "<>", "<").get(random.nextInt(5));
    return new Condition(
        left.sql() + " " + comparison + " " + right.sql(), left, comparison, right);
  }

  @Test
  void shouldReturnTheRowsOfAllCombinations() {
    for (int i = 0; i < QUERIES; i++) {
      int count = 2 + random.nextInt(TABLES - 1);
      List<Condition> conditions = new ArrayList<>();
      for (int n = count - 1 + random.nextInt(3); n > 0; n--) {
        conditions.add(condition(count));
      }
      int existence = random.nextInt(3);
      StringBuilder sql = new StringBuilder("select count(*), sum(t0.id), sum(t1.id * 10) from t0");
      for (int table = 1; table < count; table++) {
        sql.append(", t").append(table);
      }
      sql.append(" where ").append(String.join(" and ", texts(conditions)));
      if (existence > 0) {
        sql.append(existence == 1 ? " and exists" : " and not exists");
        sql.append(" (select 1 from u where u.a = t0.a and u.id > t1.id * 12)");
      }
      long[] sums = new long[3];
      combine(new @Nullable Integer[count][], 0, conditions, existence, sums);
      List<@Nullable Object> row = rows(sql.toString()).getFirst();
      assertThat(row.getFirst()).as("%s", sql).isEqualTo(sums[0]);
      if (sums[0] > 0) {
        assertThat(row.subList(1, 3)).as("%s", sql).containsExactly(sums[1], sums[2]);
      }
    }
  }

  private static List<String> texts(List<Condition> conditions) {
    return conditions.stream().map(Condition::sql).toList();
  }

  private void combine(
      @Nullable Integer[][] combination,
      int table,
      List<Condition> conditions,
      int existence,
      long[] sums) {
    if (table < combination.length) {
      for (@Nullable Integer[] row : tables.get(table)) {
        combination[table] = row;
        combine(combination, table + 1, conditions, existence, sums);
      }
      return;
    }
    boolean isMet =
        conditions.stream().allMatch(condition -> condition.holds(combination))
            && (existence == 0 || exists(combination) == (existence == 1));
    if (isMet) {
      sums[0]++;
      sums[1] += Objects.requireNonNull(combination[0][0]);
      sums[2] += Objects.requireNonNull(combination[1][0]) * 10L;
    }
  }

  private boolean exists(@Nullable Integer[][] combination) {
    return existsRows.stream()
        .anyMatch(
            row ->
                row[1] != null
                    && row[1].equals(combination[0][1])
                    && Objects.requireNonNull(row[0])
                        > Objects.requireNonNull(combination[1][0]) * 12);
  }

  @Test
  void shouldBeginWithTheMostSelectiveTable() {
    for (String wanted : List.of("one", "other")) {
      String plan =
          explain(
              "select count(*) from fact, other, one where fact.one = one.id and fact.other ="
                  + " other.id and %s.name = 'n7'".formatted(wanted));
      String last = wanted.equals("one") ? "other" : "one";
      assertThat(depth(plan, "Cond: (fact.%1$s = %1$s.id)".formatted(wanted)))
          .as("%s", plan)
          .isGreaterThan(depth(plan, "Cond: (fact.%1$s = %1$s.id)".formatted(last)));
    }
  }

  @Test
  void shouldEstimateTheColumnsOfAKeyTogether() {
    String plan =
        explain(
            "select count(*) from fact, pairs where fact.one = pairs.one and fact.other ="
                + " pairs.other");
    // One pair for each row of fact: the columns are not estimated as independent.
    assertThat(plan).containsPattern("Join [^\\n]* rows=2000 ");
  }

  @Test
  void shouldBuildFromTheSmallerInputOfSemiJoins() {
    String small = "select id from one where id < 3 and ";
    assertThat(explain(small + "exists (select 1 from fact where fact.other = one.id)"))
        .contains("Hash Right Semi Join");
    assertThat(explain(small + "not exists (select 1 from fact where fact.other = one.id)"))
        .contains("Hash Right Anti Join");
    assertThat(
            rows(
                "select id from one where not exists (select 1 from fact where fact.other = one.id"
                    + ") order by id"))
        .hasSize(10)
        .first()
        .isEqualTo(List.of(40));
  }

  private String explain(String sql) {
    List<String> lines = new ArrayList<>();
    for (List<@Nullable Object> row : rows("explain (costs on) " + sql)) {
      lines.add(String.valueOf(row.getFirst()));
    }
    return String.join("\n", lines);
  }

  /** Returns the indentation of the line with a text. */
  private static int depth(String plan, String text) {
    for (String line : plan.split("\n", -1)) {
      if (line.contains(text)) {
        return line.length() - line.stripLeading().length();
      }
    }
    throw new AssertionError("no line with " + text + " in " + plan);
  }
}
