package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the 22 queries of TPC-H at scale 0.01, with results that two other systems agree on. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TpchTest {
  private static final long MIB = 1024 * 1024;

  /** Tolerance: systems round averages and shares at different digits. */
  private static final MathContext DIGITS = new MathContext(12);

  private static final BigDecimal TOLERANCE = new BigDecimal("1e-10");

  private Database database;
  private Session session;

  @BeforeAll
  void load(@TempDir Path folder) {
    MemoryConfig memory = new MemoryConfig(32 * MIB, 8 * MIB, 4);
    database =
        Database.open(
            StorageConfig.at(folder).withStore(RocksStoreConfig.defaults().withMemory(memory)));
    session = database.session("test");
    TpchData.load(session, 0.01);
  }

  @AfterAll
  public void close() {
    database.close();
  }

  static List<String> queries() {
    return IntStream.rangeClosed(1, 22).mapToObj(number -> "q%02d".formatted(number)).toList();
  }

  @ParameterizedTest
  @MethodSource("queries")
  void shouldReturnTheExpectedResults(String name) {
    List<List<String>> expected = answers(SqlResources.read("/tpch/sf0.01/" + name + ".csv"));
    List<List<@Nullable Object>> actual =
        session.sql().execute(SqlResources.read("/tpch/queries/" + name + ".sql")).toList();

    assertThat(actual).hasSameSizeAs(expected);
    for (int row = 0; row < expected.size(); row++) {
      for (int column = 0; column < expected.get(row).size(); column++) {
        assertSame(expected.get(row).get(column), actual.get(row).get(column), row, column);
      }
    }
    assertThat(database.statistics().directBytes()).isZero();
  }

  /** Nested loop join on vectors: its condition has no equality. */
  private static final Pattern VECTORS_WITHOUT_KEYS =
      Pattern.compile("VectorJoin\\(condition=\\[(?!=\\(|AND\\((.*, )?=\\()");

  @Test
  void shouldReturnTheSameWithoutColumnPages() {
    session.sql().execute("set enable_vectors = off").close();
    session.sql().execute("set scan_format = key_values").close();
    try {
      for (String name : queries()) {
        shouldReturnTheExpectedResults(name);
      }
    } finally {
      session.sql().execute("reset enable_vectors").close();
      session.sql().execute("reset scan_format").close();
    }
  }

  /** Lineitem alone, as the build side of its joins, would need 15 MB and more. */
  @Test
  void shouldBuildFromTheSmallerSidesOfJoinsWithoutVectors() {
    session.sql().execute("set enable_vectors = off").close();
    session.sql().execute("set query_memory_max = 6").close();
    try {
      shouldReturnTheExpectedResults("q09");
      shouldReturnTheExpectedResults("q21");
    } finally {
      session.sql().execute("reset enable_vectors").close();
      session.sql().execute("reset query_memory_max").close();
    }
  }

  @Test
  void shouldJoinWithoutCartesianProducts() {
    List<String> withNestedLoops = new ArrayList<>();
    for (String name : queries()) {
      String plan =
          session
              .sql()
              .execute("explain " + SqlResources.read("/tpch/queries/" + name + ".sql"))
              .toList()
              .toString();
      if (plan.contains("NestedLoop")
          || plan.contains("Correlate")
          || VECTORS_WITHOUT_KEYS.matcher(plan).find()) {
        withNestedLoops.add(name);
      }
    }
    // With one row each: a sum, two counts, an average.
    assertThat(withNestedLoops).containsExactly("q11", "q16", "q22");
  }

  @Test
  void shouldTransformExistsToJoins() {
    assertThat(explain("q04")).contains("joinType=[semi]");
    assertThat(explain("q21")).contains("joinType=[semi]", "joinType=[anti]");
    assertThat(explain("q22")).contains("joinType=[anti]");
  }

  @Test
  void shouldDeriveTablePredicatesFromAllBranchesOfAnOr() {
    assertThat(explain("q07"))
        .containsPattern("nation\\]\\], [^\\n]*filter=\\[\\[OR\\(=\\(\\$1, 'FRANCE'\\)");
    assertThat(explain("q19")).containsPattern("part\\]\\], [^\\n]*filter=\\[\\[.*Brand#12");
  }

  private String explain(String name) {
    return session
        .sql()
        .execute("explain " + SqlResources.read("/tpch/queries/" + name + ".sql"))
        .toList()
        .toString();
  }

  private static void assertSame(String expected, @Nullable Object actual, int row, int column) {
    if (actual instanceof BigDecimal number) {
      BigDecimal wanted = new BigDecimal(expected);
      BigDecimal difference = number.subtract(wanted).abs();
      assertThat(difference)
          .as("row=%d column=%d expected=%s actual=%s", row, column, expected, actual)
          .isLessThanOrEqualTo(wanted.abs().max(BigDecimal.ONE).multiply(TOLERANCE, DIGITS));
    } else {
      assertThat(actual == null ? "" : actual.toString().stripTrailing())
          .as("row=%d column=%d", row, column)
          .isEqualTo(expected.stripTrailing());
    }
  }

  /** Returns the rows after the header; fields may be quoted. */
  private static List<List<String>> answers(String csv) {
    return csv.lines().skip(1).filter(line -> !line.isEmpty()).map(TpchTest::fields).toList();
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
