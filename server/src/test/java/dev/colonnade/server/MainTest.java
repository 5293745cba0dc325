package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldPrintHelp() {
    assertThat(run("--help")).isEqualTo(CommandLine.ExitCode.OK);
    assertThat(out.toString()).contains("Usage: colonnade");
  }

  @Test
  void shouldPrintVersion() {
    assertThat(run("--version")).isEqualTo(CommandLine.ExitCode.OK);
    assertThat(out.toString()).startsWith("colonnade ");
  }

  @Test
  void shouldRequireACommand() {
    assertThat(run()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("Missing required subcommand");
  }

  @Test
  void shouldRejectAnUnknownCommand() {
    assertThat(run("dance")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("dance");
  }

  @Test
  void shouldReferToHelpIfTheCommandLineIsWrong() {
    assertThat(run("start", "--stroe", "x")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).startsWith("colonnade: Unknown option").hasLineCount(2);
  }

  @Test
  void shouldPrintTheHelpOfStart() {
    assertThat(run("start", "--help")).isEqualTo(CommandLine.ExitCode.OK);
    assertThat(out.toString())
        .contains("Run a server in the foreground.")
        .contains(
            "--store=DIR",
            "--listen=HOST",
            "--native-port=N",
            "--http-port=N",
            "--pg-port=N",
            "--flight-port=N",
            "--config=FILE")
        .contains("--verbose")
        .contains("Examples:")
        .contains("Exit status:")
        .contains("  14   A port is in use");
  }

  @Test
  void shouldReportTheFailureOfACommand() {
    assertThat(run("start", "--listen", "no.such.host.invalid", "--store", "x"))
        .isEqualTo(ExitStatus.INVALID_CONFIGURATION.number());
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "colonnade: no such host to listen on: host=no.such.host.invalid");
  }

  private int run(String... args) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}
