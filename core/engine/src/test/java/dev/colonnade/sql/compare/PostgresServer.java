package dev.colonnade.sql.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL server process with an empty cluster in a temporary folder, on a free port of the
 * loopback interface. As root, it runs as the user {@code postgres}.
 */
final class PostgresServer implements AutoCloseable {
  private static final String VERSION = "15.";
  private static final Path INSTALLATIONS = Path.of("/usr/lib/postgresql");
  private static final long WAIT_SECONDS_MAX = 60;

  private final Process process;
  private final int port;
  private final Thread killer;

  private PostgresServer(Process process, int port) {
    this.process = process;
    this.port = port;
    killer = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(killer);
  }

  /** Returns the folder of the programs of PostgreSQL 15; null if it is not installed. */
  static @Nullable Path programs() throws IOException, InterruptedException {
    List<Path> folders = new ArrayList<>();
    if (Files.isDirectory(INSTALLATIONS)) {
      try (Stream<Path> versions = Files.list(INSTALLATIONS)) {
        versions.map(version -> version.resolve("bin")).forEach(folders::add);
      }
    }
    for (String folder : String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1)) {
      folders.add(Path.of(folder));
    }
    for (Path folder : folders) {
      if (Files.isExecutable(folder.resolve("initdb"))
          && Files.isExecutable(folder.resolve("postgres"))
          && version(folder).contains(" " + VERSION)) {
        return folder;
      }
    }
    return null;
  }

  private static String version(Path programs) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(programs.resolve("postgres").toString(), "--version").start();
    String version = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return version;
  }

  /**
   * Starts a server.
   *
   * @param folder empty folder, which the user {@code postgres} can reach
   */
  static PostgresServer start(Path programs, Path folder) throws IOException, InterruptedException {
    List<String> user = isRoot() ? asPostgres(folder) : List.of();
    Path data = folder.resolve("data");
    run(
        folder,
        command(
            user,
            programs.resolve("initdb").toString(),
            "--pgdata=" + data,
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync"));
    int port = freePort();
    List<String> command =
        command(
            user,
            programs.resolve("postgres").toString(),
            "-D",
            data.toString(),
            "-h",
            "127.0.0.1",
            "-p",
            Integer.toString(port),
            "-k",
            folder.toString());
    for (String setting :
        List.of("fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off")) {
      command.add("-c");
      command.add(setting);
    }
    return new PostgresServer(process(folder, command).start(), port);
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static List<String> asPostgres(Path folder) throws IOException, InterruptedException {
    run(folder, List.of("chown", "postgres", folder.toString()));
    return List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups");
  }

  private static List<String> command(List<String> user, String... program) {
    List<String> command = new ArrayList<>(user);
    command.addAll(List.of(program));
    return command;
  }

  private static ProcessBuilder process(Path folder, List<String> command) {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD);
  }

  private static void run(Path folder, List<String> command)
      throws IOException, InterruptedException {
    Process process = process(folder, command).start();
    if (!process.waitFor(WAIT_SECONDS_MAX, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("failed: " + command);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  int port() {
    return port;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    requireNonNull(process, "process is null").destroy();
    try {
      if (!process.waitFor(WAIT_SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(killer);
  }
}
