package dev.colonnade.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the interactive shell at a pseudo-terminal, which {@code script} creates. */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
final class ShellTerminalTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String PROMPT = "colonnade=# ";
  private static final String CONTINUATION_PROMPT = "colonnade-# ";
  private static final String CTRL_C = "\u0003";
  private static final String CTRL_D = "\u0004";
  private static final String UP = "\u001bOA";

  @Test
  void shouldServeAnInteractiveUser(@TempDir Path folder) throws Exception {
    assumeTrue(isScriptInstalled(), "util-linux's script is not installed");
    try (Server server = TestServers.start(folder.resolve("store"));
        TerminalProcess terminal =
            TerminalProcess.start(folder, server.nativeAddress().getPort())) {
      terminal.await(PROMPT);
      terminal.type("select 40 +\r").await(CONTINUATION_PROMPT);
      terminal.type("  2 as answer;\r").await("     42").await("(1 row)").await(PROMPT);

      terminal.type("sele\t").await("select ");
      terminal.type("'tab' || 'bed' as t;\r").await("tabbed").await(PROMPT);

      terminal.type("select nosuch;\r").await("ERROR 42703").await("LINE 1: select nosuch");
      terminal.await("               ^").await(PROMPT);

      terminal.type("select 'half\r").await("colonnade'# ");
      terminal.type(CTRL_C).await(PROMPT);

      terminal.type("select count(*) from generate_series(1, 2000000000);\r");
      terminal.await("running for ").await("Ctrl-C cancels");
      terminal.type(CTRL_C).await("ERROR 57014").await(PROMPT);

      terminal.type("select 2 +\r").await(CONTINUATION_PROMPT).type(" 3 as five;\r").await("five");
      terminal.await("(1 row)").await(PROMPT);
      terminal.type(UP).await("as five;").type("\r").await("(1 row)").await(PROMPT);

      terminal.type(CTRL_D);
      assertThat(terminal.status()).isZero();
      assertThat(Files.readString(folder.resolve(".colonnade_sql_history")))
          .contains("nosuch", "as five;");
    }
  }

  @Test
  void shouldShowTheTransactionInItsPrompt(@TempDir Path folder) throws Exception {
    assumeTrue(isScriptInstalled(), "util-linux's script is not installed");
    try (Server server = TestServers.start(folder.resolve("store"));
        TerminalProcess terminal =
            TerminalProcess.start(folder, server.nativeAddress().getPort())) {
      terminal.await("Type \"help\" for help.").await(PROMPT);
      terminal.type("help\r").await("\\? for help with the commands of the shell").await(PROMPT);
      terminal.type("begin;\r").await("BEGIN").await("colonnade=*# ");
      terminal.type("select (\r").await("colonnade(*# ").type("1);\r").await("(1 row)");
      terminal.await("colonnade=*# ").type("select nosuch;\r").await("42703");
      terminal.await("colonnade=!# ").type("rollback;\r").await("ROLLBACK").await(PROMPT);
      terminal.type("\\set PROMPT1 '%n@%/:%x> '\r").await("colonnade@colonnade:> ");
      terminal.type("exit\r");
      assertThat(terminal.status()).isZero();
    }
  }

  @Test
  void shouldShowThatAConditionalBlockSkipsInput(@TempDir Path folder) throws Exception {
    assumeTrue(isScriptInstalled(), "util-linux's script is not installed");
    try (Server server = TestServers.start(folder.resolve("store"));
        TerminalProcess terminal =
            TerminalProcess.start(folder, server.nativeAddress().getPort())) {
      terminal.await(PROMPT).type("\\if false\r").await("colonnade@# ");
      terminal.type("select 1;\r").await("query ignored; use \\endif or Ctrl-C to exit");
      terminal.await("colonnade@# ").type("\\dt\r").await("\\dt command ignored");
      terminal.await("colonnade@# ").type("\\else\r").await(PROMPT);
      terminal.type("select\r").await(CONTINUATION_PROMPT).type("\\if false\r");
      terminal.await("colonnade@# ").type("6\r").type("\\else\r").await(CONTINUATION_PROMPT);
      terminal.type("7 as seven;\r").await("     7").await("(1 row)").await(PROMPT);
      terminal.type(CTRL_C).await("\\if: escaped").await(PROMPT).type("\\endif\r").await(PROMPT);
      terminal.type("\\endif\r").await("\\endif: no matching \\if").await(PROMPT);
      terminal.type("exit\r");
      assertThat(terminal.status()).isZero();
    }
  }

  @Test
  void shouldPageLongResultsAndEditTheQueryBuffer(@TempDir Path folder) throws Exception {
    assumeTrue(isScriptInstalled(), "util-linux's script is not installed");
    Path editor = folder.resolve("editor");
    Files.writeString(editor, "#!/bin/sh\nsed -i s/forty/42/ \"$1\"\n");
    assertThat(editor.toFile().setExecutable(true)).isTrue();
    Map<String, String> environment =
        Map.of("PAGER", "sed s/^/paged:/", "EDITOR", "sh " + editor, "PSQL_PAGER", "");
    try (Server server = TestServers.start(folder.resolve("store"));
        TerminalProcess terminal =
            TerminalProcess.start(folder, server.nativeAddress().getPort(), environment)) {
      terminal.await(PROMPT).type("select generate_series(1, 49) as few \\pset pager off\r");
      terminal.await("Pager usage is off.").await(CONTINUATION_PROMPT).type(";\r");
      terminal.await("few").await("(49 rows)").await(PROMPT);
      terminal.type("\\pset pager on\r").await("Pager is used for long output.").await(PROMPT);
      terminal.type("select 'brief';\r").await("\n brief").await("(1 row)").await(PROMPT);
      terminal.type("select generate_series(1, 60) as many;\r");
      terminal.await("paged: many").await("paged:   60").await("paged:(60 rows)").await(PROMPT);

      terminal.type("select 'forty'\r").await(CONTINUATION_PROMPT).type("\\e\r");
      terminal.await("select '42'").type(" as edited;\r").await("edited").await("(1 row)");
      terminal.await(PROMPT).type("select 'forty', 7 as whole;\r").await("whole").await(PROMPT);
      terminal.type("\\e\r").await("42").await("7").await("(1 row)").await(PROMPT);
      terminal.type("\\s " + folder.resolve("history") + "\r").await(PROMPT).type("\\q\r");
      assertThat(terminal.status()).isZero();
      assertThat(Files.readString(folder.resolve("history")))
          .contains("select 'brief';\n", "as many;\n", "as edited;\n");
    }
  }

  @Test
  void shouldCompleteNamesOfTheCatalog(@TempDir Path folder) throws Exception {
    assumeTrue(isScriptInstalled(), "util-linux's script is not installed");
    try (Server server = TestServers.start(folder.resolve("store"));
        TerminalProcess terminal =
            TerminalProcess.start(folder, server.nativeAddress().getPort())) {
      terminal.await(PROMPT);
      terminal.type("create table zebras (stripes int, \"Odd\" int);\r").await("CREATE");
      terminal.await(PROMPT).type("select * from zeb\t").await("zebras ").type(";\r");
      terminal.await("stripes | Odd").await(PROMPT);
      terminal.type("select * from zebras where strip\t").await("stripes ").type("= 1;\r");
      terminal.await("(0 rows)").await(PROMPT);
      terminal.type("\\d zeb\t").await("zebras ").type("\r").await("Table \"zebras\"");
      terminal.await(PROMPT).type("set statement_ti\t").await("statement_timeout ");
      terminal.type("= '1min';\r").await("SET").await(PROMPT);
      terminal.type("\\con\t").await("\\conninfo ").type("\r").await("Connected to database");
      terminal.await(PROMPT).type("\\copy zebras from stdin csv\r").await(">> ");
      terminal.type("1,2\r").await(">> ").type("\\.\r").await("COPY 1").await(PROMPT);
      terminal.type(CTRL_D);
      assertThat(terminal.status()).isZero();
    }
  }

  private static boolean isScriptInstalled() throws InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder("script", "--version").redirectErrorStream(true).start();
    } catch (IOException missing) {
      return false;
    }
    try (InputStream out = process.getInputStream()) {
      return new String(out.readAllBytes(), UTF_8).contains("util-linux")
          && process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (IOException broken) {
      return false;
    } finally {
      process.destroyForcibly();
    }
  }

  /** Shell process at a pseudo-terminal, its input and its output. */
  private static final class TerminalProcess implements AutoCloseable {
    private final Process process;
    private final Thread reader;

    /** Output after the last text that was awaited. Guarded by itself. */
    private final StringBuilder output = new StringBuilder();

    private TerminalProcess(Process process) {
      this.process = process;
      this.reader = new Thread(this::read, "terminal-reader");
      reader.setDaemon(true);
      reader.start();
    }

    static TerminalProcess start(Path home, int port) throws IOException {
      return start(home, port, Map.of());
    }

    static TerminalProcess start(Path home, int port, Map<String, String> environment)
        throws IOException {
      List<String> command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx256m",
              "-XX:TieredStopAtLevel=1",
              "-Duser.home=" + home,
              "-Djava.io.tmpdir=" + home,
              "--enable-native-access=ALL-UNNAMED",
              "-cp",
              System.getProperty("java.class.path"),
              "dev.colonnade.server.Main",
              "sql",
              "--url",
              "jdbc:colonnade://127.0.0.1:" + port + "/colonnade?connectTimeout=120");
      StringBuilder line = new StringBuilder("stty rows 50 cols 150; exec");
      command.forEach(word -> line.append(" '").append(word).append('\''));
      ProcessBuilder builder =
          new ProcessBuilder("script", "-q", "-e", "-f", "-c", line.toString(), "/dev/null")
              .redirectErrorStream(true);
      builder.environment().put("TERM", "xterm");
      builder.environment().put("SHELL", "/bin/sh");
      builder.environment().putAll(environment);
      return new TerminalProcess(builder.start());
    }

    private void read() {
      char[] buffer = new char[4096];
      try (Reader in = process.inputReader(UTF_8)) {
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          synchronized (output) {
            output.append(buffer, 0, count);
          }
        }
      } catch (IOException closed) {
        assertThat(closed).isNotNull(); // expected: the terminal is closed at the end
      }
    }

    TerminalProcess type(String text) throws IOException {
      process.getOutputStream().write(text.getBytes(UTF_8));
      process.getOutputStream().flush();
      return this;
    }

    /** Waits until the output contains a text; discards the output up to its end. */
    TerminalProcess await(String text) {
      try {
        Awaitility.await()
            .atMost(LIMIT)
            .pollInterval(Duration.ofMillis(20))
            .until(() -> discardThrough(text));
      } catch (ConditionTimeoutException late) {
        synchronized (output) {
          throw new AssertionError("expected output: " + text + "\nactual output: " + output, late);
        }
      }
      return this;
    }

    private boolean discardThrough(String text) {
      synchronized (output) {
        String plain = plain(output.toString());
        int at = plain.indexOf(text);
        if (at < 0) {
          return false;
        }
        output.setLength(0);
        output.append(plain, at + text.length(), plain.length());
        return true;
      }
    }

    /** Returns the text without escape sequences; an incomplete one at the end stays. */
    private static String plain(String text) {
      return text.replaceAll("\u001b\\[[0-9;?]*[ -/]*[@-~]|\u001b[=>]|\u0007", "");
    }

    int status() throws InterruptedException {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    }

    @Override
    public void close() throws IOException {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      try {
        reader.join(LIMIT.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted before the terminal was closed");
      }
    }
  }
}
