package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.sql.execute.spill.SpillDirectory;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  @Test
  void shouldReturnTheSameWithLittleMemory() {
    SpillDirectory spill = database.context().resources().spill();
    long bytesBefore = spill.bytesWritten();
    shouldReturnTheExpectedResultsWith("work_mem = '64kB'", "work_mem");
    assertThat(spill.bytesWritten()).isGreaterThan(bytesBefore);
    assertThat(spill.fileCount()).isZero();
    assertThat(database.context().resources().memory().bytesUsed()).isZero();
  }

  @Test
  void shouldReturnTheSameWithoutIndexScans() {
    shouldReturnTheExpectedResultsWith("enable_indexscan = off", "enable_indexscan");
  }

  @Test
  void shouldReturnTheSameByWorkers() {
    session.sql().execute("set max_parallel_workers_per_gather = 3").close();
    try {
      shouldReturnTheExpectedResultsWith(
          "min_parallel_table_scan_size = 0", "min_parallel_table_scan_size");
    } finally {
      session.sql().execute("reset max_parallel_workers_per_gather").close();
    }
    assertThat(database.context().resources().memory().bytesUsed()).isZero();
  }

  private void shouldReturnTheExpectedResultsWith(String setting, String name) {
    session.sql().execute("set " + setting).close();
    try {
      for (String query : queries()) {
        shouldReturnTheExpectedResults(query);
      }
    } finally {
      session.sql().execute("reset " + name).close();
    }
  }

  @Test
  void shouldJoinWithoutCartesianProducts() {
    List<String> withNestedLoops = new ArrayList<>();
    for (String name : queries()) {
      if (hasNestedLoopWithoutLookup(explained(name))) {
        withNestedLoops.add(name);
      }
    }
    // The sum of q11 and the average of q22 are computed once before the other rows are read.
    assertThat(withNestedLoops).isEmpty();
  }

  /** Returns whether the second input of a nested loop does not look up the rows of the first. */
  private static boolean hasNestedLoopWithoutLookup(List<String> plan) {
    for (int i = 0; i < plan.size(); i++) {
      if (plan.get(i).contains("Nested Loop")) {
        int indent = i == 0 ? 2 : plan.get(i).indexOf("->") + 6;
        String inner = secondInput(plan.subList(i + 1, plan.size()), " ".repeat(indent) + "->");
        if (!inner.contains("Index Cond: ")) {
          return true;
        }
      }
    }
    return false;
  }

  private static String secondInput(List<String> linesBelow, String start) {
    int inputs = 0;
    StringBuilder text = new StringBuilder();
    for (String line : linesBelow) {
      int arrow = line.indexOf("->");
      if (arrow >= 0 && arrow < start.length() - 2) {
        break;
      }
      inputs += line.startsWith(start) ? 1 : 0;
      if (inputs == 2) {
        text.append(line).append('\n');
      }
    }
    return text.toString();
  }

  @Test
  void shouldTransformExistsToJoins() {
    assertThat(explain("q04")).contains("Semi Join");
    assertThat(explain("q21")).contains("Semi Join", "Anti Join");
    assertThat(explain("q22")).contains("Anti Join");
  }

  @Test
  void shouldDeriveTablePredicatesFromAllBranchesOfAnOr() {
    assertThat(explain("q07")).containsPattern("Scan on nation[^\\n]*\\n +Filter: [^\\n]*FRANCE");
    assertThat(explain("q19"))
        .containsPattern(
            "Scan [^\\n]*on part [^\\n]*\\n(?: +Index Cond: [^\\n]*\\n)? +Filter: [^\\n]*Brand#12");
  }

  private String explain(String name) {
    return String.join("\n", explained(name));
  }

  private List<String> explained(String name) {
    return session
        .sql()
        .execute("explain " + SqlResources.read("/tpch/queries/" + name + ".sql"))
        .toList()
        .stream()
        .map(row -> String.valueOf(row.getFirst()))
        .toList();
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
