package dev.colonnade.bench.kv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.BenchCommand;
import dev.colonnade.bench.harness.ByteSizeConverter;
import dev.colonnade.bench.report.BenchReportJson;
import dev.colonnade.bench.report.Measurement;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Tag("integration")
final class KvBenchTest {
  private final StringWriter errors = new StringWriter();

  @TempDir private Path folder;

  @Test
  void shouldMeasureATemporaryServer() throws Exception {
    Path json = folder.resolve("kv.json");
    Path chart = folder.resolve("kv.svg");
    assertThat(
            run(
                "--duration=1",
                "--warm-up=0",
                "--concurrency=2",
                "--splits=3",
                "--min-block-bytes=100",
                "--max-block-bytes=200",
                "--json=" + json,
                "--chart=" + chart))
        .isZero();
    Map<String, Double> figures =
        BenchReportJson.read(json).results().stream()
            .collect(Collectors.toMap(Measurement::name, Measurement::value));
    assertThat(figures)
        .containsKeys(
            "range.largest.ratio",
            "range.largest.bytes",
            "queue.length.max",
            "write.p50",
            "write.p99",
            "splits");
    assertThat(figures.get("write.throughput")).isPositive();
    assertThat(figures.get("ranges")).isGreaterThanOrEqualTo(4);
    assertThat(chart).isNotEmptyFile();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --range-max-bytes=4MB    | '4MB' is not a size, such as 4MiB
          --range-max-bytes=0      | 0 is below 1
          --backpressure=maybe     | 'maybe' is neither on nor off
          --min-block-bytes=90000  | blocks need 1 <= min <= max
          --chart=ranges.pdf       | .svg or .png
          --concurrency=0          | 0 is below 1
          """)
  void shouldRejectInvalidOptions(String option, String message) {
    assertThat(run(option)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains(message);
  }

  @Test
  void shouldRejectAGridOnAnExistingServer() {
    assertThat(run("--grid", "--url=colonnade://127.0.0.1:1"))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains("--grid starts temporary servers");
  }

  @Test
  void shouldNotChangeSettingsOfAnExistingServer() {
    assertThat(run("--big-range-factor=8", "--url=colonnade://127.0.0.1:1"))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains("--big-range-factor changes settings");
  }

  @Test
  void shouldSplitALargeRangeAtOnceAndByHalving() throws Exception {
    Path json = folder.resolve("big.json");
    assertThat(
            run(
                "--big-range-factor=8",
                "--range-max-bytes=256KiB",
                "--min-block-bytes=1000",
                "--max-block-bytes=2000",
                "--json=" + json))
        .isZero();
    Map<String, Double> figures =
        BenchReportJson.read(json).results().stream()
            .collect(Collectors.toMap(Measurement::name, Measurement::value));
    assertThat(figures.get("split.at_once.splits")).isBetween(1.0, 2.0);
    assertThat(figures.get("split.halving.splits")).isGreaterThanOrEqualTo(7);
    assertThat(figures.get("split.at_once.ranges")).isGreaterThanOrEqualTo(8);
    assertThat(figures.get("split.halving.ranges")).isGreaterThanOrEqualTo(8);
    assertThat(figures).containsKeys("split.at_once.read.p99", "split.halving.read.p99");
  }

  @Test
  void shouldParseSizes() {
    ByteSizeConverter sizes = new ByteSizeConverter();
    assertThat(sizes.convert("4MiB")).isEqualTo(4 << 20);
    assertThat(sizes.convert("64 KiB")).isEqualTo(64 << 10);
    assertThat(sizes.convert("123")).isEqualTo(123);
  }

  private int run(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "kv";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return new CommandLine(new BenchCommand()).setErr(new PrintWriter(errors, true)).execute(all);
  }
}
