package dev.colonnade.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class BenchCommandTest {
  private final StringWriter errors = new StringWriter();
  private final CommandLine commandLine =
      new CommandLine(new BenchCommand()).setErr(new PrintWriter(errors, true));

  @Test
  void shouldRequireAWorkload() {
    assertThat(commandLine.execute()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString())
        .contains(
            "WORKLOAD is missing: expected one of scan, kv, sequence, jdbc, bulk, oltp, tpch,"
                + " analytics, start, memory");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --scale=0          | scale must be above 0
          --scale=much       | 'much' is not a number
          --repetitions=0    | 0 is below 1
          --duration=-1      | -1 is below 1
          --duration=1.5     | '1.5' is not a whole number
          --url=http://a:1   | colonnade://host:port
          --url=colonnade://a| colonnade://host:port
          """)
  void shouldRejectInvalidOptions(String option, String message) {
    assertThat(commandLine.execute("scan", option)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).contains(message);
  }
}
