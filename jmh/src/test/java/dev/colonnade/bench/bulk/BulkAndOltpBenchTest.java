package dev.colonnade.bench.bulk;

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
final class BulkAndOltpBenchTest {
  @TempDir private Path folder;

  @Test
  void shouldMeasureStatementsOfManyRows() throws Exception {
    Map<String, Double> figures = figures("bulk", "--rows=2000", "--repetitions=1");
    assertThat(figures)
        .containsKeys(
            "bulk.insert_select",
            "bulk.create_table_as",
            "bulk.update_all",
            "bulk.delete_half",
            "bulk.upsert_tenth",
            "bulk.batch_update_tenth",
            "bulk.batch_delete_tenth",
            "bulk.add_primary_key",
            "bulk.create_index",
            "bulk.create_text_index",
            "bulk.analyze",
            "bulk.delete_indexed",
            "bulk.drop");
    assertThat(figures.values()).allSatisfy(value -> assertThat(value).isPositive());
  }

  @Test
  void shouldMeasureShortTransactions() throws Exception {
    Map<String, Double> figures =
        figures("oltp", "--scale=1", "--duration=1", "--connections=2", "--only=TPCB,SELECT");
    assertThat(figures).containsKey("oltp.tpcb.connections2.retries");
    assertThat(figures.get("oltp.tpcb.connections2.per_second")).isPositive();
    assertThat(figures.get("oltp.select.connections2.per_second")).isPositive();
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
