package dev.colonnade.bench.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.BenchCommand;
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
final class JdbcBenchTest {
  private final StringWriter errors = new StringWriter();

  @TempDir private Path folder;

  @Test
  void shouldMeasureAnotherDatabaseToo() throws Exception {
    Path json = folder.resolve("jdbc.json");
    assertThat(
            run(
                "--scale=0.01",
                "--repetitions=1",
                "--duration=1",
                "--connections=1",
                "--only=FETCH,NEXTVAL,BULK",
                "--peer=jdbc:h2:mem:bench;DB_CLOSE_DELAY=-1",
                "--json=" + json))
        .isZero();
    Map<String, Double> figures =
        BenchReportJson.read(json).results().stream()
            .collect(Collectors.toMap(Measurement::name, Measurement::value));
    assertThat(figures)
        .containsKeys(
            "jdbc.fetch1.ms",
            "jdbc.fetch4.ms",
            "jdbc.fetch16.ms",
            "jdbc.fetch16.arrow.ms",
            "jdbc.h2.fetch16.ms",
            "jdbc.fetch16.to_h2",
            "jdbc.fetch16.arrow.to_h2",
            "jdbc.bulk.rows_per_second",
            "jdbc.nextval.connections1.per_second",
            "jdbc.h2.nextval.connections1.per_second");
    assertThat(figures.values()).allSatisfy(value -> assertThat(value).isNotNegative());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --peer=postgresql://a   | not a JDBC URL: expected jdbc:...
          --only=FETCH,SLEEP      | expected one of
          --connections=0         | 0 is below 1
          --scale=0               | scale must be above 0
          """)
  void shouldRejectInvalidOptions(String option, String message) {
    assertThat(run(option)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains(message);
  }

  @Test
  void shouldNameMeasurementsByTheDriver() {
    JdbcTarget peer = JdbcTarget.peer("jdbc:postgresql://localhost/bench", "me", "secret");
    assertThat(peer.metricName("fetch1")).isEqualTo("jdbc.postgresql.fetch1");
    assertThat(peer.isOwn()).isFalse();
    assertThat(JdbcTarget.peer("port=jdbc:postgresql://localhost/x?a=b", "", ""))
        .isEqualTo(new JdbcTarget("port", "jdbc:postgresql://localhost/x?a=b", "", ""));
    assertThat(JdbcTarget.peer("jdbc:h2:tcp://localhost/x", "", "").nextValue("s"))
        .isEqualTo("SELECT NEXT VALUE FOR s");
  }

  private int run(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "jdbc";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return new CommandLine(new BenchCommand()).setErr(new PrintWriter(errors, true)).execute(all);
  }
}
