package dev.colonnade.bench.cluster;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.local.LocalServer;
import dev.colonnade.bench.local.LocalServerOptions;
import dev.colonnade.bench.local.ServerAddress;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Cluster of processes on this machine, on loopback addresses. Closing it ends them. */
public final class LocalCluster implements AutoCloseable {
  /** Limit of the time until a leader serves, or a member has caught up. */
  public static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(180);

  /** Names of three members. */
  static final List<String> THREE = List.of("a", "b", "c");

  private static final int POLL_MILLIS = 20;
  private static final int LOGIN_SECONDS = 5;
  private static final int PORT_MIN = 10_000;
  private static final int PORT_MAX = 32_767;
  private static final int PORT_ATTEMPTS_MAX = 1_000;

  private final Path folder;
  private final String peers;
  private final Map<String, LocalServerOptions> options = new ConcurrentSkipListMap<>();
  private final Map<String, LocalServer> running = new ConcurrentHashMap<>();

  private LocalCluster(Path folder, String peers, Map<String, LocalServerOptions> options) {
    this.folder = requireNonNull(folder, "folder is null");
    this.peers = requireNonNull(peers, "peers is null");
    this.options.putAll(options);
  }

  /** Starts members of these names, each with its store below {@code folder}. */
  public static LocalCluster start(Path folder, List<String> names)
      throws IOException, InterruptedException {
    List<String> addresses = new ArrayList<>();
    Map<String, LocalServerOptions> options = new HashMap<>();
    for (String name : names) {
      addresses.add(name + "=127.0.0.1:" + freePort());
      options.put(name, LocalServerOptions.DEFAULTS);
    }
    return start(folder, String.join(",", addresses), options);
  }

  /**
   * Starts members with these options by their names.
   *
   * @param peers list of the members as in {@code --peers}
   */
  static LocalCluster start(Path folder, String peers, Map<String, LocalServerOptions> options)
      throws IOException, InterruptedException {
    LocalCluster cluster = new LocalCluster(folder, peers, options);
    try {
      cluster.startAll();
      return cluster;
    } catch (IOException | InterruptedException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * Returns a port that is free now, and that the operating system gives to no other socket while
   * its member does not run: ports from 32768 are those that it chooses itself.
   */
  static int freePort() throws IOException {
    for (int attempt = 0; ; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX + 1);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        if (attempt == PORT_ATTEMPTS_MAX) {
          throw e;
        }
      }
    }
  }

  /** Starts all members that do not run; a member is ready only when there is a leader. */
  public void startAll() throws IOException, InterruptedException {
    List<Callable<Void>> starts = new ArrayList<>();
    for (String name : options.keySet()) {
      if (!running.containsKey(name)) {
        starts.add(
            () -> {
              start(name);
              return null;
            });
      }
    }
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (Future<Void> start : threads.invokeAll(starts)) {
        start.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
    }
  }

  /** Starts a member, and waits until it serves. */
  public void start(String name) throws IOException, InterruptedException {
    start(name, List.of());
  }

  /** Action on a cluster. */
  public interface Action {
    void run() throws SQLException, InterruptedException;
  }

  /**
   * Starts a member that is not part of the cluster, adds it by {@code addition}, and waits until
   * it serves.
   */
  public void startJoining(String name, Action addition)
      throws IOException, InterruptedException, SQLException {
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      Future<?> start =
          threads.submit(
              () -> {
                start(name, List.of("--join"));
                return true;
              });
      addWhenItListens(name, addition);
      start.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
    }
  }

  /** Retries the addition until the new member accepts connections of the others. */
  private void addWhenItListens(String name, Action addition)
      throws SQLException, InterruptedException {
    long start = System.nanoTime();
    int port = Integer.parseInt(peer(name).substring(peer(name).lastIndexOf(':') + 1));
    while (!isListening(port)) {
      if (System.nanoTime() - start > WAIT_NANOS_MAX) {
        throw new IllegalStateException("the new member does not listen: port=" + port);
      }
      Thread.sleep(POLL_MILLIS);
    }
    addition.run();
  }

  private static boolean isListening(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the name and the address of a member, as in {@code name=host:port}. */
  public String peer(String name) {
    return Stream.of(peers.split(","))
        .filter(peer -> peer.startsWith(name + "="))
        .findFirst()
        .orElseThrow();
  }

  private void start(String name, List<String> more) throws IOException, InterruptedException {
    Path own = Files.createDirectories(folder.resolve(name));
    LocalServerOptions before = requireNonNull(options.get(name), name);
    List<String> arguments =
        new ArrayList<>(List.of("--cluster=demo", "--node=" + name, "--peers=" + peers));
    arguments.addAll(more);
    LocalServer server = LocalServer.start(own, before.withArguments(arguments));
    running.put(name, server);
    ServerAddress address = server.address();
    // The same ports after a restart.
    options.put(name, before.withPorts(address.protocol().getPort(), address.http().getPort()));
  }

  /** Kills a member with SIGKILL. */
  public void kill(String name) throws InterruptedException {
    requireNonNull(running.remove(name), name).kill();
  }

  /** Stops a member with SIGSTOP, or continues it. */
  public void pause(String name, boolean stops) throws IOException, InterruptedException {
    String pid = Long.toString(server(name).processId());
    int status =
        new ProcessBuilder("sh", "-c", "kill " + (stops ? "-STOP " : "-CONT ") + pid)
            .inheritIO()
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException("signal was not sent pid=" + pid);
    }
  }

  /** Returns the names of the running members. */
  public List<String> names() {
    return running.keySet().stream().sorted().toList();
  }

  public LocalServer server(String name) {
    return requireNonNull(running.get(name), name);
  }

  /** Connects to a member. */
  public Connection connect(String name) throws SQLException {
    DriverManager.setLoginTimeout(LOGIN_SECONDS);
    return DriverManager.getConnection("jdbc:" + server(name).address().protocol() + "/colonnade");
  }

  /** Returns whether a member serves as the leader. */
  public boolean isLeader(String name) {
    try (Connection connection = connect(name)) {
      return isLeader(connection);
    } catch (SQLException | NullPointerException e) {
      return false;
    }
  }

  private static boolean isLeader(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select pg_is_in_recovery()")) {
      return result.next() && !result.getBoolean(1);
    }
  }

  /**
   * Requests a transfer of leadership. Returns the refusal; null if there was none. The session may
   * end, or its statement be canceled, before the response: the new leader matters then.
   */
  @Nullable SQLException transfer(String leader, String next) {
    try (Connection connection = connect(leader);
        Statement statement = connection.createStatement()) {
      statement.execute("select cluster_transfer('" + next + "')");
      return null;
    } catch (SQLException e) {
      String state = String.valueOf(e.getSQLState());
      return state.startsWith("08") || state.startsWith("57") ? null : e;
    }
  }

  /** Returns the name of the leader; waits for it. */
  public String leader() throws InterruptedException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < WAIT_NANOS_MAX) {
      for (String name : names()) {
        if (isLeader(name)) {
          return name;
        }
      }
      Thread.sleep(POLL_MILLIS);
    }
    throw new IllegalStateException("no member leads");
  }

  /** Connects to the leader; null if none is found at present. */
  public @Nullable Connection tryLeader() {
    String hosts =
        running.values().stream()
            .map(server -> server.address().protocol().getAuthority())
            .collect(Collectors.joining(","));
    try {
      DriverManager.setLoginTimeout(LOGIN_SECONDS);
      return DriverManager.getConnection("jdbc:colonnade://" + hosts + "/colonnade?target=primary");
    } catch (SQLException e) {
      return null; // the next attempt may find it
    }
  }

  @Override
  public void close() {
    running.values().forEach(LocalServer::close);
    running.clear();
  }
}
