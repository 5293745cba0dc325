package dev.colonnade.sql.frontend.shape;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Literals that are parameters of a shared plan, and those that are part of its key. */
class ShapeCacheTest {
  private final ShapeCache cache = new ShapeCache();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select a from t where a = 5 | select a from t where a = 6",
        "select a from t where a = 5; | select  a from t where a=/* other */17",
        "select a from t where b = 'x' | select a from t where b = 'it''s'",
        "select a from t where a in (1, 2, 3) | select a from t where a in (4, 5, 6)",
        "select a from t where a between 1 and 2 | select a from t where a between 3 and 4",
        "select a from t where a between 1 and 20 | select a from t where a between 11 and 95",
        "select a from t where a between 5 and 5 | select a from t where a between 5 and 6",
        "select a from t where a = -5 | select a from t where a = -6",
        "select a from t where a = 5000000000 | select a from t where a = 6000000000",
        "select a from t where a = 1.5 | select a from t where a = 2.25",
        "insert into t values (1, 'a', 2.5) | insert into t values (2, 'b', 3.5)",
        "insert into t values (1), (2) | insert into t values (3), (4)",
        "update t set a = a + 1 where b = 2 | update t set a = a + 3 where b = 4",
        "delete from t where a = 1 or b = 2 | delete from t where a = 3 or b = 4",
        "select a from t where (a, b) = (1, 2) | select a from t where (a, b) = (3, 4)",
        "select a from t where a = $1 and b = 2 | select a from t where a = $1 and b = 3",
        "select a from t where exists (select 1 from u where c = 1) |"
            + " select a from t where exists (select 1 from u where c = 2)",
      })
  void shouldSharePlans(String first, String second) {
    String key = add(first).planKey();

    assertThat(find(second).planKey()).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select a from t where b = 1 limit 5 | select a from t where b = 1 limit 6",
        "select a from t where b = 1 offset 5 | select a from t where b = 1 offset 6",
        "select a from t where b = 1 order by 1 | select a from t where b = 1 order by 2",
        "select a, b from t where b = 1 group by 1, 2 | select a, b from t where b = 1 group by 2,"
            + " 1",
        "select a + 1 from t where b = 1 | select a + 2 from t where b = 1",
        "select 'x' from t where b = 1 | select 'y' from t where b = 1",
        "select a from t where b = 1 and c like 'a%' | select a from t where b = 1 and c like 'b%'",
        "select a from t where b = 1 and c > 5 | select a from t where b = 1 and c > 6",
        "select a from t where b = 1 and c between 1 and 9 |"
            + " select a from t where b = 1 and c between 1 and 900",
        "select a from t where b = 1 and c between 1 and 9 |"
            + " select a from t where b = 1 and c between 9 and 1",
        "select a from t where b = 1 and c between 0.5 and 1.5 |"
            + " select a from t where b = 1 and c between 0.5 and 0.6",
        "select a from t where b = 1 and c between '2024-01-01' and '2024-01-02' |"
            + " select a from t where b = 1 and c between '2024-01-01' and '2025-01-01'",
        "select a from t where b = 1 and c between 1 and d |"
            + " select a from t where b = 1 and c between 2 and d",
        "select a from t where b = 1 and c = date '2024-01-01' |"
            + " select a from t where b = 1 and c = date '2024-01-02'",
        "select a from t where b = 1 and c = '1'::numeric(5,2) |"
            + " select a from t where b = 1 and c = '1'::numeric(6,2)",
        "select a from t where b = 1 and date_trunc('day', c) = d |"
            + " select a from t where b = 1 and date_trunc('hour', c) = d",
        "select a from t where b = 1 and c -> 'x' = d | select a from t where b = 1 and c -> 'y' ="
            + " d",
        "select a from t where b = 1 having count(*) > 1 |"
            + " select a from t where b = 1 having count(*) > 2",
      })
  void shouldKeepLiteralsInTheKey(String first, String second) {
    String key = add(first).planKey();

    assertThat(find(second).planKey()).isNotEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select a from t where a = 5 | select a from t where a = 5.0",
        "select a from t where a = 5 | select a from t where a = '5'",
        "select a from t where a = 5 | select a from t where a = 5000000000",
        "select a from t where a = 5 | select a from t where a = 2147483648",
        "select a from t where a = 5 | select a from t where a = -5",
        "select a from t where a = 5 | select a from t where a = NULL",
        "select a from t where a = 5 | select b from t where a = 5",
        "select a from t where b = 1 and c = E'x' | select a from t where b = 1 and c = E'y'",
        "select a from t where a in (1, 2) | select a from t where a in (1, 2, 3)",
      })
  void shouldDistinguishShapes(String first, String second) {
    add(first);

    assertThat(cache.find(second)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "select a from t limit 5",
        "select a from t where a > 5",
        "explain select a from t where a = 5",
        "select a from t, u, v where a = 5",
        "select a from t where a = 2147483648",
        "select a from t where a = ? and b = 5",
        "set search_path = 'a'",
      })
  void shouldNotShareThePlan(String text) {
    assertThat(cache.add(StatementText.parse(text).getFirst())).isNull();
    assertThat(cache.find(text)).isNull();
  }

  @Test
  void shouldNotShareStatementsWithManyLiterals() {
    String most = "select a from t where a in (" + "1, ".repeat(ShapeScan.LITERALS_MAX - 1) + "1)";
    String more = "select a from t where a in (" + "1, ".repeat(ShapeScan.LITERALS_MAX) + "1)";

    assertThat(add(most).values()).hasSize(ShapeScan.LITERALS_MAX);
    assertThat(cache.add(StatementText.parse(more).getFirst())).isNull();
  }

  @Test
  void shouldNotShareLongStatements() {
    String text = "select a from t where b = '" + "x".repeat(ShapeCache.TEXT_LENGTH_MAX) + "'";

    assertThat(cache.add(StatementText.parse(text).getFirst())).isNull();
  }

  @Test
  void shouldHaveBoundsOfRangesAsSamples() {
    ShapedText text = add("select a from t where b = 4 and a between -2 and 1.5");

    assertThat(text.samples()).isEqualTo(Arrays.asList(null, -2, new BigDecimal("1.5")));
  }

  @Test
  void shouldReadTheValuesOfLiterals() {
    ShapedText text =
        add(
            "insert into t values (1, -2, 3000000000, -1.50, 'it''s', -4000000000, 1e3, 7 - 8, b -"
                + " 9)");

    assertThat(text.values())
        .isEqualTo(
            List.of(
                1,
                -2,
                3_000_000_000L,
                new BigDecimal("-1.50"),
                "it's",
                -4_000_000_000L,
                new BigDecimal("1e3"),
                9));
    assertThat(text.types(List.of()).stream().map(ShapeCacheTest::kind).toList())
        .isEqualTo(
            Arrays.asList(
                TypeKind.INTEGER,
                TypeKind.INTEGER,
                TypeKind.BIGINT,
                TypeKind.NUMERIC,
                null,
                TypeKind.BIGINT,
                TypeKind.NUMERIC,
                TypeKind.INTEGER));
  }

  private static @Nullable TypeKind kind(@Nullable SqlType type) {
    return type == null ? null : type.kind();
  }

  @Test
  void shouldPutLiteralsBehindTheParametersOfTheClient() {
    ShapedText text = add("select a from t where a = $2 and b = $1 and c = 'x'");

    assertThat(text.clientCount(List.of())).isEqualTo(2);
    assertThat(text.types(List.of())).isEqualTo(Arrays.asList(null, null, null));
    assertThat(text.parameterized(2).text()).isEqualTo(text.whole());
  }

  @Test
  void shouldReturnTheStatementWithoutSemicolon() {
    ShapedText text = add("  select a from t where a = 5 ; ");

    assertThat(text.text()).isEqualTo("select a from t where a = 5");
    assertThat(text.start()).isEqualTo(2);
    assertThat(text.command()).isEqualTo("SELECT");
  }

  @Test
  void shouldForgetRefusedShapes() {
    ShapedText text = add("select a from t where a = 5");
    cache.refuse(text);

    assertThat(cache.isRefused(text)).isTrue();
    assertThat(cache.find("select a from t where a = 6")).isNull();
    assertThat(cache.add(StatementText.parse("select a from t where a = 7").getFirst())).isNull();
  }

  @Test
  void shouldServeSeveralThreads() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        int number = i;
        tasks.add(() -> findAll(number));
      }
      for (Future<Void> task : threads.invokeAll(tasks)) {
        assertThat(task.get()).isNull();
      }
    }
  }

  private @Nullable Void findAll(int seed) {
    for (int i = 0; i < 2_000; i++) {
      int value = seed * 10_000 + i;
      String sql = "select c%d from t where a = %d".formatted(value % 50, value);
      ShapedText found = cache.find(sql);
      ShapedText text = found == null ? add(sql) : found;
      assertThat(text.values()).isEqualTo(List.of(value));
    }
    return null;
  }

  private ShapedText add(String sql) {
    return requireNonNull(cache.add(StatementText.parse(sql).getFirst()), sql);
  }

  private ShapedText find(String sql) {
    return requireNonNull(cache.find(sql), sql);
  }
}
