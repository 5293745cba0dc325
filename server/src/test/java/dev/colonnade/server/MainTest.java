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
  void shouldAskForACommandWhenThereIsNone() {
    assertThat(run()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("Missing required subcommand");
  }

  @Test
  void shouldRefuseAnUnknownCommand() {
    assertThat(run("dance")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("dance");
  }

  @Test
  void shouldPointToHelpWhereTheCommandLineIsWrong() {
    assertThat(run("--stroe", "x")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).startsWith("colonnade: Unknown option").hasLineCount(2);
  }

  private int run(String... args) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}
