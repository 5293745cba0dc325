package dev.colonnade.readme;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Image of the server, unpacked and started in a chroot; skipped unless it has been built. */
@Tag("integration")
final class ImageTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final Path IMAGE = PROJECT.resolve("server/target/colonnade-image.tar");
  private static final int NOT_PERMITTED = 77;
  private static final long IMAGE_BYTES_MAX = 120L << 20;
  private static final Pattern PORT = Pattern.compile("pg 127\\.0\\.0\\.1:(\\d+)");

  @TempDir private Path folder;

  @Test
  void shouldStartWithNothingButItsOwnFiles() throws Exception {
    assumeTrue(
        Files.exists(IMAGE), "there is no image: mvn -Pimage -pl server -am package makes it");
    assertThat(Files.size(IMAGE)).isLessThan(IMAGE_BYTES_MAX);
    Process version = program("--version");
    String output = new String(version.getInputStream().readAllBytes(), UTF_8);
    assumeTrue(
        version.waitFor() != NOT_PERMITTED, "this machine permits no mount namespace or chroot");
    assertThat(output).startsWith("colonnade ");

    Path log = folder.resolve("server.log");
    Process server = server(log);
    try {
      try (Connection connection = DriverManager.getConnection(url(server, log));
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE t AS SELECT generate_series(1, 1000) AS g");
        try (ResultSet rows = statement.executeQuery("SELECT sum(g) FROM t")) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getLong(1)).isEqualTo(500_500);
        }
      }
      server.destroy();
      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.getAttribute(store(), "unix:uid")).isEqualTo(10_001);
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private Path store() {
    return folder.resolve("image/root/var/lib/colonnade/store");
  }

  private Process server(Path log) throws IOException {
    ProcessBuilder builder =
        builder(
            "start",
            "--store",
            "/var/lib/colonnade/store",
            "--native-port",
            "0",
            "--http-port",
            "0",
            "--pg-port",
            "0");
    return builder.redirectOutput(log.toFile()).start();
  }

  private static String url(Process server, Path log) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (server.isAlive() && System.nanoTime() < end) {
      Matcher port = PORT.matcher(Files.readString(log));
      if (port.find()) {
        return "jdbc:postgresql://127.0.0.1:" + port.group(1) + "/postgres?user=colonnade";
      }
      Thread.sleep(100);
    }
    throw new AssertionError("the server does not start: " + Files.readString(log));
  }

  private Process program(String... arguments) throws IOException {
    return builder(arguments).start();
  }

  private ProcessBuilder builder(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(PROJECT.resolve(".ci/image").toString());
    command.add(IMAGE.toString());
    command.add(folder.resolve("image").toString());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true);
  }
}
