package dev.colonnade.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchReportJsonTest {
  private static final BenchReport REPORT =
      new BenchReport(
          "scan",
          "0123abcd",
          new Machine("A \"quoted\" CPU", 2, 25_769_803_776L, "Linux 6.1", "OpenJDK 25"),
          List.of(
              new Measurement("scan.columns4.col_batch.rows_per_second", 12_345_678.5, "1/s"),
              new Measurement("scan.columns4.ratio", 3.25, "x")));

  @TempDir private Path folder;

  @Test
  void shouldRoundTrip() throws IOException {
    Path file = folder.resolve("deeper/scan.json");

    BenchReportJson.write(REPORT, file);

    assertThat(BenchReportJson.read(file)).isEqualTo(REPORT);
  }

  @Test
  void shouldHaveStableFieldNames() throws IOException {
    Path file = folder.resolve("scan.json");
    BenchReportJson.write(REPORT, file);

    JsonNode json = new ObjectMapper().readTree(file.toFile());

    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly("workload", "commit", "machine", "results");
    assertThat(json.at("/workload").asText()).isEqualTo("scan");
    assertThat(json.at("/machine/memory_bytes").asLong()).isEqualTo(25_769_803_776L);
    assertThat(json.at("/results/0").fieldNames())
        .toIterable()
        .containsExactly("name", "value", "unit");
    assertThat(json.at("/results/1/value").asDouble()).isEqualTo(3.25);
  }

  @Test
  void shouldRejectNaN() {
    assertThatThrownBy(() -> new Measurement("ratio", Double.NaN, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name=ratio");
  }

  @Test
  void shouldDescribeTheCurrentMachine() {
    Machine machine = Machine.current();

    assertThat(machine.cores()).isPositive();
    assertThat(machine.memoryBytes()).isGreaterThan(1 << 20);
    assertThat(machine.summary()).contains(machine.cpu()).contains(machine.os());
  }
}
