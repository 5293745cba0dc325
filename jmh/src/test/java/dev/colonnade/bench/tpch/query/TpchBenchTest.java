package dev.colonnade.bench.tpch.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.BenchCommand;
import dev.colonnade.bench.report.BenchReportJson;
import dev.colonnade.bench.report.Measurement;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Tag("integration")
final class TpchBenchTest {
  private final StringWriter errors = new StringWriter();

  @TempDir private Path folder;

  @Test
  void shouldMeasureATemporaryServer() throws Exception {
    Path json = folder.resolve("tpch.json");
    assertThat(run("--scale=0.01", "--queries=1,6,13", "--repeat=1", "--json=" + json)).isZero();
    Map<String, Double> figures =
        BenchReportJson.read(json).results().stream()
            .collect(Collectors.toMap(Measurement::name, Measurement::value));
    assertThat(figures)
        .containsKeys("tpch.q01.on", "tpch.q01.off", "tpch.q06.on", "tpch.q13.off", "tpch.load")
        .doesNotContainKeys("tpch.q02.on", "tpch.q01.peer", "tpch.peer_agreed")
        .containsEntry("tpch.agreed", 3.0)
        .containsEntry("tpch.correct", 3.0);
    assertThat(figures.get("tpch.q01.on")).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --queries=0    | expected the number of a query, 1 to 22: 0
          --queries=1,23 | expected the number of a query, 1 to 22: 23
          --queries=all  | 'all' is not a whole number
          --repeat=0     | 0 is below 1
          --scale=0      | scale must be above 0
          """)
  void shouldRejectInvalidOptions(String option, String message) {
    assertThat(run(option)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains(message);
  }

  @Test
  void shouldHaveAKnownResultForEachQuery() {
    assertThat(TpchQuery.all()).hasSize(TpchQuery.COUNT + 2);
    for (TpchQuery query : TpchQuery.all()) {
      assertThat(query.sql()).doesNotContain(";").containsIgnoringCase("select");
      if (query.isTpchQuery()) {
        String csv = TpchQuery.resource("/tpch/sf0.01/" + query.name() + ".csv");
        ComparableResult rows = new ComparableResult(KnownAnswers.rowsOf(csv));
        assertThat(rows.rows()).as(query.name()).isNotEmpty();
        assertThat(KnownAnswers.matches(query, rows)).as(query.name()).isTrue();
        assertThat(KnownAnswers.matches(query, new ComparableResult(List.of()))).isFalse();
      }
    }
  }

  @Test
  void shouldCompareRowsInAnyOrder() {
    ComparableResult rows = rows("1.50|a", "2|");
    assertThat(rows.matches(rows("2.00|", "1.5|a"))).isTrue();
    assertThat(rows.matches(rows("1.50|a", "2|b"))).isFalse();
    assertThat(rows.matches(rows("1.50|a"))).isFalse();
    assertThat(rows.matches(rows("1.51|a", "2|"))).isFalse();
    assertThat(rows.matches(rows("1.50", "2"))).isFalse();
  }

  private static ComparableResult rows(String... rows) {
    return new ComparableResult(Stream.of(rows).map(row -> List.of(row.split("\\|", -1))).toList());
  }

  private int run(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "tpch";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return new CommandLine(new BenchCommand()).setErr(new PrintWriter(errors, true)).execute(all);
  }
}
