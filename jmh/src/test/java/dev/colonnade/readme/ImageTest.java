package dev.colonnade.readme;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Image of the server, unpacked and started in a chroot: as a program, and as docker/compose.yml
 * starts it, tried from another address. Skipped unless it has been built, and where this machine
 * does not permit namespaces.
 */
@Tag("integration")
final class ImageTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final Path IMAGE = PROJECT.resolve("server/target/colonnade-image.tar");
  private static final int NOT_PERMITTED = 77;
  private static final long IMAGE_BYTES_MAX = 120L << 20;
  private static final Pattern PORT = Pattern.compile("pg 127\\.0\\.0\\.1:(\\d+)");
  private static final Pattern STARTED = Pattern.compile("image: process (\\d+), interface (\\w+)");
  private static final String PASSWORD = "long and secret";

  @TempDir private static Path folder;

  private @Nullable Process server;

  @BeforeAll
  static void unpack() throws Exception {
    assumeTrue(
        Files.exists(IMAGE), "there is no image: mvn -Pimage -pl server -am package makes it");
    Process version = image(Map.of(), "--version").start();
    String output = new String(version.getInputStream().readAllBytes(), UTF_8);
    assumeTrue(version.waitFor() != NOT_PERMITTED, "this machine permits no namespaces or chroot");
    assertThat(output).startsWith("colonnade ");
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (server != null) {
      List<ProcessHandle> children = server.descendants().toList();
      server.destroyForcibly().waitFor();
      children.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static ProcessBuilder image(Map<String, String> variables, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(PROJECT.resolve(".ci/image").toString());
    command.add(IMAGE.toString());
    command.add(folder.resolve("image").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(variables);
    return builder;
  }

  @Test
  void shouldStartWithNothingButItsOwnFiles() throws Exception {
    assertThat(Files.size(IMAGE)).isLessThan(IMAGE_BYTES_MAX);
    String store = "/var/lib/colonnade/store";
    Path log = folder.resolve("server.log");
    server =
        image(
                Map.of(),
                "start",
                "--store",
                store,
                "--native-port",
                "0",
                "--http-port",
                "0",
                "--pg-port",
                "0")
            .redirectOutput(log.toFile())
            .start();
    String url = "jdbc:postgresql://127.0.0.1:" + find(PORT, log).group(1);
    try (Connection connection = DriverManager.getConnection(url + "/postgres?user=colonnade");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t AS SELECT generate_series(1, 1000) AS g");
      assertThat(number(statement, "SELECT sum(g) FROM t")).isEqualTo(500_500);
    }
    server.destroy();
    assertThat(server.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.getAttribute(folder.resolve("image/root" + store), "unix:uid"))
        .isEqualTo(10_001);
  }

  @Test
  void shouldServeOtherAddressesAsComposeStartsIt() throws Exception {
    Path mounts = mounts();
    String network = "10.213." + ProcessHandle.current().pid() % 250;
    String address = network + ".2";
    Path log = folder.resolve("container.log");
    server =
        image(
                Map.of(
                    "IMAGE_NETWORK",
                    network,
                    "IMAGE_MOUNTS",
                    mounts.toString(),
                    "COLONNADE_PASSWORD_FILE",
                    "/run/secrets/password",
                    "COLONNADE_SETUP_SCRIPTS",
                    "/etc/colonnade/setup"))
            .redirectOutput(log.toFile())
            .start();
    Matcher started = find(STARTED, log);
    find(Pattern.compile("colonnade is ready: native 0\\.0\\.0\\.0:7420"), log);

    String process = Files.readString(Path.of("/proc", started.group(1), "status"));
    assertThat(process).containsPattern("Uid:\\s+10001\\s+10001\\s+10001\\s+10001\n");
    assertThat(Files.readString(Path.of("/proc", started.group(1), "mountinfo")))
        .containsPattern("/image/root / ro,");

    for (String url :
        List.of(
            "jdbc:postgresql://" + address + ":7432/colonnade",
            "jdbc:colonnade://" + address + ":7420/colonnade")) {
      try (Connection connection = DriverManager.getConnection(url, "colonnade", PASSWORD);
          Statement statement = connection.createStatement()) {
        assertThat(number(statement, "SELECT count(*) FROM made_by_script")).isEqualTo(3);
        statement.execute("INSERT INTO made_by_script VALUES (" + url.hashCode() + ")");
        statement.execute("DELETE FROM made_by_script WHERE id = " + url.hashCode());
      }
      for (String password : new String[] {"wrong", ""}) {
        assertThatThrownBy(() -> DriverManager.getConnection(url, "colonnade", password).close())
            .as(url)
            .isInstanceOf(SQLException.class)
            .hasMessageMatching("(?is).*password.*");
      }
      assertThatThrownBy(() -> DriverManager.getConnection(url, "postgres", PASSWORD).close())
          .isInstanceOf(SQLException.class);
    }
    assertThat(status(address, "/health")).isEqualTo(200);
    assertThat(status(address, "/metrics")).isEqualTo(200);
    assertThat(status(address, "/_status/server")).isEqualTo(401);

    Process ping = image(Map.of("IMAGE_JOIN", started.group(1)), "ping").start();
    assertThat(new String(ping.getInputStream().readAllBytes(), UTF_8)).contains("ready");
    assertThat(ping.waitFor()).isZero();

    server.destroy();
    assertThat(server.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).as(Files.readString(log)).isZero();
    assertThat(NetworkInterface.getByName(started.group(2))).isNull();
    assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(folder.toString());
  }

  /** Returns a folder with what the compose file mounts. */
  private static Path mounts() throws IOException {
    Path mounts = Files.createDirectories(folder.resolve("mounts"));
    Path volume = Files.createDirectories(mounts.resolve("volume"));
    Files.setPosixFilePermissions(volume, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.writeString(mounts.resolve("password"), PASSWORD + "\n");
    Path scripts = Files.createDirectories(mounts.resolve("setup"));
    Files.writeString(
        scripts.resolve("10-table.sql"), "CREATE TABLE made_by_script (id int PRIMARY KEY);\n");
    Files.writeString(
        scripts.resolve("20-rows.sql"), "INSERT INTO made_by_script VALUES (1), (2), (3);\n");
    return mounts;
  }

  private static int status(String address, String path) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://" + address + ":7480" + path);
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }
  }

  private static long number(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  /** Waits until the server has written a line. */
  private Matcher find(Pattern pattern, Path log) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (requireNonNull(server, "server is null").isAlive() && System.nanoTime() < end) {
      Matcher matcher = pattern.matcher(Files.readString(log));
      if (matcher.find()) {
        return matcher;
      }
      Thread.sleep(50);
    }
    assumeTrue(
        server.isAlive() || server.exitValue() != NOT_PERMITTED,
        "this machine permits no mounts or virtual networks");
    throw new AssertionError("the server does not start: " + Files.readString(log));
  }
}
