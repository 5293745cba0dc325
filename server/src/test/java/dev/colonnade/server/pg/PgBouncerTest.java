package dev.colonnade.server.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * psql through PgBouncer, which pools connections by session and by transaction and resets them
 * with DISCARD ALL.
 */
class PgBouncerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Paths of the program; Debian installs it outside of the PATH of users. */
  private static final List<Path> PATHS =
      List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"));

  /** Port number in the name of the Unix domain socket; PgBouncer opens no TCP port. */
  private static final int PORT = 6432;

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init") // made before each test
  private Path sockets;

  @SuppressWarnings("NullAway.Init") // started before each test
  private Server server;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(PATHS.stream().anyMatch(Files::isExecutable), "PgBouncer is needed");
    new PostgresProgram("psql", folder, 1).assumeVersion("psql (PostgreSQL) ");
    // Socket paths must be short, and accessible to PgBouncer, which does not run as root.
    sockets =
        Files.createTempDirectory(
            Path.of("/tmp"),
            "pgb",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxrwxrwx"));
    // PgBouncer may run as another user of the operating system, whose connections need a rule.
    Path rules = folder.resolve("rules");
    Files.writeString(rules, "host all all 127.0.0.1/32 trust\n");
    server =
        Server.start(
            TestServers.config(folder.resolve("store"))
                .withSecurity(
                    new SecurityConfig(
                        AuthenticationMode.AUTO,
                        Optional.empty(),
                        Optional.of(rules),
                        Optional.empty())),
            List.of());
  }

  @AfterEach
  void stop() throws IOException {
    if (server != null) {
      server.close();
    }
    if (sockets != null) {
      try (var left = Files.list(sockets)) {
        for (Path file : left.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(sockets);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "transaction"})
  void shouldServeManyClientsOnFewConnections(String mode) throws Exception {
    Process pgbouncer = run(mode);
    try {
      await().atMost(PATIENCE).until(() -> isUp() || !pgbouncer.isAlive());
      PostgresProgram psql = new PostgresProgram("psql", folder, PORT).withHost(sockets.toString());
      assertThat(psql.feed("create table pooled (id int primary key, n int);", "-X", "-q").text())
          .isEmpty();
      for (int i = 0; i < 4; i++) {
        String text =
            """
            set application_name = 'client %1$d';
            begin;
            insert into pooled values (%1$d, 0);
            update pooled set n = n + 1 where id <= %1$d;
            commit;
            select pg_advisory_lock(1);
            prepare p as select n from pooled where id = 0;
            \\copy (select count(*) from pooled) to stdout
            """
                .formatted(i);
        assertThat(psql.feed(text, "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1").text())
            .isEqualTo("\n" + (i + 1) + "\n");
      }
      assertThat(psql.feed("select sum(n) from pooled", "-X", "-At").text()).isEqualTo("10\n");
    } finally {
      pgbouncer.destroy();
      if (!pgbouncer.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        pgbouncer.destroyForcibly();
      }
    }
  }

  private Process run(String mode) throws IOException {
    Path config = sockets.resolve("pgbouncer.ini");
    Files.writeString(
        config,
        """
        [databases]
        colonnade = host=127.0.0.1 port=%d dbname=colonnade user=postgres
        [pgbouncer]
        listen_addr =
        listen_port = %d
        unix_socket_dir = %s
        auth_type = any
        pool_mode = %s
        default_pool_size = 1
        server_reset_query = DISCARD ALL
        server_reset_query_always = 1
        """
            .formatted(server.pgAddress().getPort(), PORT, sockets, mode));
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-r--r--"));
    List<String> command = new ArrayList<>();
    command.add(PATHS.stream().filter(Files::isExecutable).findFirst().orElseThrow().toString());
    if (String.valueOf(System.getProperty("user.name")).equals("root")) {
      command.addAll(List.of("-u", "nobody"));
    }
    command.add(config.toString());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("pgbouncer.log").toFile())
        .start();
  }

  private boolean isUp() {
    Path socket = sockets.resolve(".s.PGSQL." + PORT);
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      return channel.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
