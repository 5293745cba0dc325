package dev.colonnade.server.prepare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.server.Server;
import dev.colonnade.server.config.load.ConfigLoader;
import dev.colonnade.server.config.load.ConfigSources;
import dev.colonnade.server.config.load.LoadedConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Run of a server on a temporary store with the statements of {@code training.sql}, which loads the
 * classes that a start and the first statements of an application need.
 */
final class TrainingRun {
  private static final String STATEMENTS = "training.sql";

  /** Statements of the file are separated by a line with a semicolon at its end. */
  private static final String SEPARATOR = ";\n";

  /** Configuration file, because a start reads one: with all forms that its file has. */
  private static final String CONFIGURATION =
      """
      # Settings of the training.
      listen {
        host = "127.0.0.1" # of this machine
        native-port = 7420
      }

      store {
        block-cache = auto
        write-buffer = 64 MiB
      }
      http.hosts = null
      """;

  private TrainingRun() {}

  /**
   * Runs the training.
   *
   * @throws IOException if the server does not respond
   * @throws IllegalStateException if a statement fails
   */
  static void run() throws IOException {
    Path folder = Files.createTempDirectory("colonnade-prepare-");
    try {
      Path file = Files.writeString(folder.resolve("colonnade.conf"), CONFIGURATION);
      LoadedConfig loaded = ConfigLoader.load(sources(file, folder.resolve("store")));
      try (Server server = Server.start(loaded.config(), loaded.settings())) {
        converse(server.pgAddress());
        converseNatively(server.nativeAddress());
        request(server.httpAddress(), "/ready");
        request(server.httpAddress(), "/metrics");
      }
      ClusterTraining.run(folder.resolve("cluster"), loaded.config().engine());
    } finally {
      remove(folder);
    }
  }

  private static ConfigSources sources(Path file, Path store) {
    return new ConfigSources(
        file,
        Map.of(),
        Map.of(
            "store.folder", new ConfigSources.Option("--store", store.toString()),
            "listen.native-port", new ConfigSources.Option("--native-port", "0"),
            "listen.http-port", new ConfigSources.Option("--http-port", "0"),
            "pg.port", new ConfigSources.Option("--pg-port", "0")));
  }

  /** Executes every statement as text, then as a prepared statement. */
  private static void converse(InetSocketAddress address) throws IOException {
    for (boolean isPrepared : new boolean[] {false, true}) {
      try (PgConversation conversation = PgConversation.open(address)) {
        for (String statement : statements()) {
          if (isPrepared) {
            conversation.execute(statement);
          } else {
            conversation.query(statement);
          }
        }
      }
    }
  }

  /** Executes every statement by the JDBC driver, as text and then as a prepared statement. */
  private static void converseNatively(InetSocketAddress address) throws IOException {
    String url = "jdbc:colonnade://127.0.0.1:%d/colonnade".formatted(address.getPort());
    try (Connection connection = DriverManager.getConnection(url);
        Statement direct = connection.createStatement()) {
      for (String statement : statements()) {
        direct.execute(statement);
      }
      for (String statement : statements()) {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
          prepared.execute();
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("a statement of the training failed", e);
    }
  }

  static List<String> statements() throws IOException {
    try (InputStream in =
        requireNonNull(TrainingRun.class.getResourceAsStream(STATEMENTS), STATEMENTS)) {
      return Stream.of(new String(in.readAllBytes(), UTF_8).split(SEPARATOR, -1))
          .map(String::strip)
          .filter(statement -> !statement.isEmpty())
          .toList();
    }
  }

  private static void request(InetSocketAddress address, String page) throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.getOutputStream().write(("GET " + page + " HTTP/1.0\r\n\r\n").getBytes(UTF_8));
      socket.getInputStream().readAllBytes();
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("folder was not removed: folder=" + folder, e);
    }
  }
}
