package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Comparison of INSERT ... ON CONFLICT of many rows, whose conflicts are found together, with the
 * same statement when they are found one by one: rows that a volatile condition or one statement
 * for each row decides about.
 */
class UpsertComparisonTest {
  private static final long MIB = 1024 * 1024;
  private static final int ROUNDS = Integer.getInteger("colonnade.upsert.rounds", 40);

  /** Added to the keys of proposed rows that are not to be in conflict. */
  private static final int OTHER_KEYS = 500;

  private static final int ALL = -1;

  /** Arbiters with the numbers of the columns that have their values. */
  private static final Map<String, Integer> KEYS =
      Map.of(
          "(id)", 0,
          "(u)", 1,
          "(n)", 2,
          "(c)", 3,
          "(lower(s))", 4,
          "(p) where v > 3", 5,
          "(d, u)", 1,
          "(ts)", 5);

  private static final List<String> ASSIGNMENTS =
      List.of(
          "v = t.v + excluded.v",
          "v = excluded.v, s = excluded.s || t.s",
          "v = 10 / excluded.v",
          "v = 10 / t.v, n = excluded.n",
          "v = (select max(o.x) from other o where o.k = excluded.v)",
          "v = (select count(*) from other o where o.x > t.v)",
          "(v, s) = (select o.x, excluded.s from other o where o.k = t.v limit 1)",
          "v = coalesce((select min(x) from other), 0) + excluded.v",
          "id = t.id + 100, v = excluded.v",
          "u = excluded.u, n = excluded.n, c = excluded.c",
          "v = case when excluded.v in (select k from other) then 1 else 0 end",
          "s = null, p = default");

  private static final List<String> CONDITIONS =
      List.of(
          "true",
          "t.v > excluded.v",
          "excluded.s is not null",
          "10 / excluded.v > 2",
          "exists (select from other o where o.k = t.v and o.x <> excluded.v)",
          "t.s is distinct from excluded.s");

  private static final List<String> RETURNING =
      List.of("", "", " returning id, v, s", " returning *", " returning u, v + 1");

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    session = database.session("test").sql();
    run(
        """
        create table t (id int primary key, u int unique, n numeric(6, 2) unique,
        c char(3) unique, s text, p int default 7, v int not null check (v < 50), d date, ts time)
        """);
    run("create unique index t_s on t (lower(s))");
    run("create unique index t_p on t (p) where v > 3");
    run("create unique index t_d on t (d, u)");
    run("create unique index t_ts on t (ts) nulls not distinct");
    run("create table other (k int, x int)");
    run("insert into other select i, i * 2 from generate_series(1, 9) i");
    run("create table source (like t)");
  }

  @AfterEach
  public void close() {
    session.close();
    database.close();
  }

  @Test
  void shouldUpdateTheRowsThatAreFoundOneByOne() {
    long seed = Long.getLong("colonnade.upsert.seed", System.nanoTime());
    Random random = new Random(seed);
    Map<String, Integer> outcomes = new HashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      prepare(random);
      String key = of(List.copyOf(KEYS.keySet()), random);
      String statement =
          "insert into t %s on conflict %s do update set %s where %s"
              .formatted(source(random, key), key, of(ASSIGNMENTS, random), of(CONDITIONS, random));
      String returning = of(RETURNING, random);
      String together = outcome(List.of(statement + returning));
      String oneByOne = outcome(List.of(statement + " and random() < 2" + returning));
      assertThat(together).as("seed %d round %d: %s", seed, round, statement).isEqualTo(oneByOne);
      outcomes.merge(kind(together), 1, Integer::sum);
    }
    assertThat(outcomes).as("seed %d", seed).containsKey("rows").hasSizeGreaterThan(2);
  }

  @Test
  void shouldUpdateWithoutConditionTheRowsThatAreFoundOneByOne() {
    long seed = Long.getLong("colonnade.upsert.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      prepare(random);
      String key = of(List.copyOf(KEYS.keySet()), random);
      String statement =
          "insert into t %s on conflict %s do update set %s"
              .formatted(source(random, key), key, of(ASSIGNMENTS, random));
      String returning = of(RETURNING, random);
      assertThat(outcome(List.of(statement + returning)))
          .as("seed %d round %d: %s", seed, round, statement)
          .isEqualTo(outcome(List.of(statement + " where random() < 2" + returning)));
    }
  }

  @Test
  void shouldOmitTheRowsThatStatementsOfOneRowOmit() {
    long seed = Long.getLong("colonnade.upsert.seed", System.nanoTime());
    Random random = new Random(seed);
    Map<String, Integer> outcomes = new HashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      prepare(random);
      String key = random.nextBoolean() ? "" : of(List.copyOf(KEYS.keySet()), random);
      List<String> rows =
          rows(random, 20 + random.nextInt(30), key.isEmpty() ? ALL : conflicting(random, key));
      List<String> single = new ArrayList<>();
      for (String row : rows) {
        single.add("insert into t values " + row + " on conflict " + key + " do nothing");
      }
      String statement =
          "insert into t values " + String.join(", ", rows) + " on conflict " + key + " do nothing";
      // Of several violated keys, statements of one row may report another one.
      String together = withoutMessage(outcome(List.of(statement)));
      assertThat(together)
          .as("seed %d round %d: %s", seed, round, statement)
          .isEqualTo(withoutMessage(outcome(single)));
      outcomes.merge(kind(together), 1, Integer::sum);
    }
    assertThat(outcomes).as("seed %d", seed).containsKeys("rows", "23505");
  }

  /** Rows of both kinds in a statement that is longer than one execution of the query. */
  @Test
  void shouldUpdateMoreRowsThanOneQueryHas() {
    run("create table big (id int primary key, v int)");
    run("insert into big select i * 2, 0 from generate_series(1, 40000) i");
    String statement =
        "insert into big select i, 1 from generate_series(1, 80000) i"
            + " on conflict (id) do update set v = big.v + 2";
    run(statement);
    assertThat(run("select v, count(*), min(id), max(id) from big group by v order by v"))
        .isEqualTo("[[1, 40000, 1, 79999], [2, 40000, 2, 80000]]");
    assertThat(
            outcome(
                List.of(
                    "insert into big select i % 70000, 1 from generate_series(1, 80000) i"
                        + " on conflict (id) do update set v = 9")))
        .startsWith("21000");
  }

  private void prepare(Random random) {
    run("delete from t");
    String rows = String.join(", ", rows(random, 1 + random.nextInt(30), ALL));
    run("insert into t values " + rows.replace(", 99,", ", 9,") + " on conflict do nothing");
    run("delete from source");
  }

  private static int conflicting(Random random, String key) {
    return random.nextInt(10) == 0 ? ALL : KEYS.getOrDefault(key, ALL);
  }

  private String source(Random random, String key) {
    String rows =
        String.join(", ", rows(random, 16 + random.nextInt(30), conflicting(random, key)));
    if (random.nextBoolean()) {
      return "values " + rows;
    }
    run("insert into source values " + rows);
    return "select * from source";
  }

  /**
   * Returns rows, some with equal keys.
   *
   * @param conflicting number of the key that other rows may have
   */
  private static List<String> rows(Random random, int count, int conflicting) {
    int domain = random.nextInt(10) == 0 ? 15 : 3 * count + 1;
    boolean isRepeated = random.nextInt(6) == 0;
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < Math.max(domain, count); i++) {
      numbers.add(i % domain);
    }
    List<List<Integer>> keys = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      List<Integer> some = new ArrayList<>(numbers);
      Collections.shuffle(some, random);
      int added = conflicting == ALL || conflicting == i ? 0 : OTHER_KEYS;
      some.replaceAll(number -> number + added);
      keys.add(some);
    }
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = isRepeated && i > 0 && random.nextInt(8) == 0 ? i - 1 : i;
      rows.add(
          "(%s, %s, %s, %s, %s, %s, %d, %s, %s)"
              .formatted(
                  keys.get(0).get(from),
                  orNull(random, String.valueOf(keys.get(1).get(from))),
                  orNull(random, keys.get(2).get(from) + "." + random.nextInt(2) + "0"),
                  orNull(random, "'" + keys.get(3).get(from) + "'"),
                  orNull(
                      random,
                      "'" + (random.nextBoolean() ? "a" : "A") + keys.get(4).get(from) + "'"),
                  orNull(random, String.valueOf(keys.get(5).get(from))),
                  random.nextInt(200) == 0
                      ? 99
                      : random.nextInt(40) == 0 ? 0 : 1 + random.nextInt(9),
                  orNull(random, "date '2024-01-01' + " + keys.get(1).get(from) % 3),
                  "time '00:00' + interval '1 minute' * " + keys.get(5).get(from)));
    }
    return rows;
  }

  private static String orNull(Random random, String value) {
    return random.nextInt(10) == 0 ? "null" : value;
  }

  private static String of(List<String> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }

  private static String withoutMessage(String outcome) {
    return outcome.startsWith("[") ? outcome : outcome.substring(0, 5);
  }

  private static String kind(String outcome) {
    return outcome.startsWith("[") ? "rows" : outcome.substring(0, 5);
  }

  /** Runs statements in a transaction that is rolled back; returns rows or the error. */
  private String outcome(List<String> statements) {
    run("begin");
    try {
      StringBuilder rows = new StringBuilder();
      for (String statement : statements) {
        String result = run(statement);
        rows.append(statement.contains(" returning ") ? result : "");
      }
      return rows + run("select * from t order by id");
    } catch (ColonnadeException e) {
      return e.code().sqlState() + " " + e.getMessage();
    } finally {
      run("rollback");
    }
  }

  private String run(String sql) {
    return session.execute(sql).toList().toString();
  }
}
