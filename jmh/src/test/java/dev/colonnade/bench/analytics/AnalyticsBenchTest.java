package dev.colonnade.bench.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.bench.BenchCommand;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.BenchReportJson;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.report.Measurement;
import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.bench.tpch.query.ComparableResult;
import dev.colonnade.bench.tpch.query.KnownAnswers;
import dev.colonnade.bench.tpch.query.TpchQuery;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("integration")
final class AnalyticsBenchTest {
  private final StringWriter errors = new StringWriter();

  @TempDir private Path folder;

  @Test
  void shouldMeasureAServerAgainOnItsStore() throws Exception {
    assertThat(measure("--memory=1GiB")).containsKeys("tpch.load", "tpch.analyze");
    assertThat(measure("--memory=2GiB")).doesNotContainKeys("tpch.load", "tpch.analyze");
  }

  private Map<String, Double> measure(String memory) throws Exception {
    Path json = folder.resolve("analytics.json");
    String store = "--store=" + folder.resolve("store");
    int status =
        run(memory, store, "--scale=0.01", "--queries=1,6", "--repeat=1", "--json=" + json);
    assertThat(status).isZero();
    Map<String, Double> values =
        BenchReportJson.read(json).results().stream()
            .collect(Collectors.toMap(Measurement::name, Measurement::value));
    assertThat(values)
        .containsEntry("analytics.different", 0.0)
        .doesNotContainKeys("analytics.q02.warm", "analytics.sum.duckdb");
    for (String name : List.of("q01.first", "q06.warm", "q01.updates", "sum.warm", "space.rows")) {
      assertThat(values.get("analytics." + name)).as(name).isPositive();
    }
    assertThat(values.get("analytics.updates_alone.per_second")).isPositive().isLessThan(1_100);
    return values;
  }

  @Test
  void shouldRejectARunningServer() {
    assertThat(run("--url=colonnade://localhost:1")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains("--url cannot be combined with analytics");
  }

  @Test
  void shouldLoadAndQueryDuckDb() throws Exception {
    assumeTrue(DuckDb.isInstalled());
    Scale scale = new Scale(0.01);
    try (DuckDb database = DuckDb.open(folder, List.of(), 1L << 30, scale)) {
      for (TpchQuery query : TpchQuery.all()) {
        ComparableResult result = database.execute(query.sql());
        if (query.isTpchQuery()) {
          assertThat(KnownAnswers.matches(query, result)).as(query.name()).isTrue();
        }
      }
      assertThatThrownBy(() -> database.execute("select nothing"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("nothing");
      database.execute("delete from lineitem where l_orderkey > 1");
    }
    try (DuckDb database = DuckDb.open(folder, List.of(), 1L << 30, scale)) {
      assertThat(database.execute("select count(*) from lineitem").rows())
          .isEqualTo(List.of(List.of("6")));
    }
  }

  @Test
  void shouldReportResultsThatDifferFromTheFirstOne() throws IOException {
    AnalyticsRounds rounds =
        new AnalyticsRounds(List.of(TpchQuery.number(6)), new MeasurementLog(Console.standard()));
    rounds.measure(Map.of("first", new FixedResult("1.0")), 1);
    rounds.measure(Map.of("warm", new FixedResult("1.00")), 1);
    assertThat(rounds.differences()).isEmpty();
    rounds.measure(Map.of("updates", new FixedResult("1.01")), 1);
    assertThat(rounds.differences()).containsExactly("updates: q06 of fixed");
  }

  /** Database with one result for all queries. */
  private record FixedResult(String value) implements AnalyticalDatabase {
    @Override
    public String name() {
      return "fixed";
    }

    @Override
    public ComparableResult execute(String sql) {
      return new ComparableResult(List.of(List.of(value)));
    }

    @Override
    public void close() {}
  }

  private int run(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "analytics";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return new CommandLine(new BenchCommand()).setErr(new PrintWriter(errors, true)).execute(all);
  }
}
