package dev.colonnade.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.BenchCommand;
import dev.colonnade.bench.report.BenchReportJson;
import dev.colonnade.bench.report.Measurement;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("integration")
final class CostAndPathsBenchTest {
  @TempDir private Path folder;

  @Test
  void shouldMeasureTheConstantsOfTheCostModel() throws Exception {
    Map<String, Double> figures = figures("costs", "--rows=50000", "--repetitions=1", "--batch=20");
    assertThat(figures)
        .containsKeys(
            "costs.columnar_value",
            "costs.columnar_value.in_use",
            "costs.batched_lookup",
            "costs.build_probe_and_output",
            "costs.merge_and_output",
            "costs.sort_comparison");
    // The times of a cold server are too long or too short: differences may be negative.
    assertThat(figures.values()).allSatisfy(value -> assertThat(value).isFinite());
    assertThat(figures.get("costs.batched_lookup.in_use")).isPositive();
  }

  @Test
  void shouldCompareTheChosenPlanWithForcedOnes() throws Exception {
    Map<String, Double> figures =
        figures("paths", "--scale=0.01", "--indexes=WIDE", "--repeat=1", "--only=p_");
    assertThat(figures).containsKeys("paths.p_size", "paths.p_type");
    assertThat(figures.get("paths.p_size")).isGreaterThanOrEqualTo(1);
  }

  private Map<String, Double> figures(String... arguments) throws Exception {
    Path json = folder.resolve("bench.json");
    String[] all = new String[arguments.length + 1];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--json=" + json;
    assertThat(new CommandLine(new BenchCommand()).execute(all)).isZero();
    return BenchReportJson.read(json).results().stream()
        .collect(Collectors.toMap(Measurement::name, Measurement::value));
  }
}
