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
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The shell as a user has it before him: at a terminal, which {@code script} makes. */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
final class ShellTerminalTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String PROMPT = "colonnade=> ";
  private static final String CONTINUED = "colonnade-> ";
  private static final String CTRL_C = "\u0003";
  private static final String CTRL_D = "\u0004";
  private static final String UP = "\u001bOA";

  @Test
  void shouldServeWhoTypes(@TempDir Path folder) throws Exception {
    assumeTrue(isScriptThere(), "there is no script of util-linux");
    try (Server server = TestServers.start(folder.resolve("store"));
        Typing typing = Typing.start(folder, server.nativeAddress().getPort())) {
      typing.await(PROMPT);
      typing.type("select 40 +\r").await(CONTINUED);
      typing.type("  2 as answer;\r").await("     42").await("(1 row)").await(PROMPT);

      typing.type("sele\t").await("select ");
      typing.type("'tab' || 'bed' as t;\r").await("tabbed").await(PROMPT);

      typing.type("select nosuch;\r").await("ERROR 42703").await("LINE 1: select nosuch");
      typing.await("               ^").await(PROMPT);

      typing.type("select 'half\r").await(CONTINUED);
      typing.type(CTRL_C).await(PROMPT);

      typing.type("select count(*) from generate_series(1, 2000000000);\r");
      typing.await("running for ").await("Ctrl-C cancels");
      typing.type(CTRL_C).await("ERROR 57014").await(PROMPT);

      typing.type("select 2 +\r").await(CONTINUED).type(" 3 as five;\r").await("five");
      typing.await("(1 row)").await(PROMPT);
      typing.type(UP).await("as five;").type("\r").await("(1 row)").await(PROMPT);

      typing.type(CTRL_D);
      assertThat(typing.status()).isZero();
      assertThat(Files.readString(folder.resolve(".colonnade_sql_history")))
          .contains("nosuch", "as five;");
    }
  }

  private static boolean isScriptThere() throws InterruptedException {
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

  /** A shell at a terminal of its own, and what it has shown. */
  private static final class Typing implements AutoCloseable {
    private final Process process;
    private final Thread reading;

    /** What was shown and not yet looked for. Guarded by itself. */
    private final StringBuilder shown = new StringBuilder();

    private Typing(Process process) {
      this.process = process;
      this.reading = new Thread(this::read, "typing");
      reading.setDaemon(true);
      reading.start();
    }

    static Typing start(Path home, int port) throws IOException {
      List<String> command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx256m",
              "-XX:TieredStopAtLevel=1",
              "-Duser.home=" + home,
              "-Djava.io.tmpdir=" + home,
              "--enable-native-access=ALL-UNNAMED",
              "-Dlogback.configurationFile=../config/logback.xml",
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
      return new Typing(builder.start());
    }

    private void read() {
      char[] buffer = new char[4096];
      try (Reader in = process.inputReader(UTF_8)) {
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          synchronized (shown) {
            shown.append(buffer, 0, count);
          }
        }
      } catch (IOException closed) {
        assertThat(closed).isNotNull(); // the terminal is gone, as it should be at the end
      }
    }

    Typing type(String text) throws IOException {
      process.getOutputStream().write(text.getBytes(UTF_8));
      process.getOutputStream().flush();
      return this;
    }

    /** Waits until this is shown, and forgets all before it. */
    Typing await(String text) {
      try {
        Awaitility.await()
            .atMost(LIMIT)
            .pollInterval(Duration.ofMillis(20))
            .until(() -> take(text));
      } catch (ConditionTimeoutException late) {
        synchronized (shown) {
          throw new AssertionError("not shown: " + text + "\nbut: " + shown, late);
        }
      }
      return this;
    }

    private boolean take(String text) {
      synchronized (shown) {
        String plain = plain(shown.toString());
        int at = plain.indexOf(text);
        if (at < 0) {
          return false;
        }
        shown.setLength(0);
        shown.append(plain, at + text.length(), plain.length());
        return true;
      }
    }

    /** Without what moves the cursor and changes colours; an unfinished end stays. */
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
        reading.join(LIMIT.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted before the terminal was gone");
      }
    }
  }
}
