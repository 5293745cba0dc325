package dev.colonnade.server;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.cluster.ClusterDeparture;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.server.config.load.ConfigLoader;
import dev.colonnade.server.config.load.ConfigSources;
import dev.colonnade.server.config.load.LoadedConfig;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.storage.cluster.PeerTls;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Options of {@code start}, by their names.
 *
 * <p>A command line of nothing but these options and their values is read here, without picocli:
 * its reflection takes 160 ms of processor time, a fifth of a start with an AOT cache. {@code
 * StartArgumentsTest} compares the two.
 *
 * @param values values by the names of the options, such as {@code --store}
 */
record StartArguments(Map<String, String> values) {
  /** Name of the command. */
  static final String COMMAND = "start";

  static final String STORE = "--store";
  static final String LISTEN = "--listen";
  static final String NATIVE_PORT = "--native-port";
  static final String HTTP_PORT = "--http-port";
  static final String PG_PORT = "--pg-port";
  static final String FLIGHT_PORT = "--flight-port";
  static final String CONFIG = "--config";
  static final String CLUSTER = "--cluster";
  static final String NODE = "--node";
  static final String PEERS = "--peers";
  static final String JOIN = "--join";
  static final String LEAVE_CLUSTER = "--leave-cluster";
  static final String PEER_CERTIFICATE = "--peer-certificate";
  static final String PEER_KEY = "--peer-key";
  static final String PEER_AUTHORITIES = "--peer-authorities";
  static final String FETCH_RATE = "--fetch-rate";

  /** Options of a member of a cluster; a start with them takes the way through picocli. */
  private static final List<String> CLUSTER_OPTIONS =
      List.of(CLUSTER, NODE, PEERS, JOIN, PEER_CERTIFICATE, PEER_KEY, PEER_AUTHORITIES, FETCH_RATE);

  private static final Logger LOG = LoggerFactory.getLogger(StartArguments.class);

  /** System property with the program's folder; the launcher sets it. */
  private static final String HOME_PROPERTY = "colonnade.home";

  /** Settings that the options replace. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          STORE, "store.folder",
          LISTEN, "listen.host",
          NATIVE_PORT, "listen.native-port",
          HTTP_PORT, "listen.http-port",
          PG_PORT, "pg.port",
          FLIGHT_PORT, "flight.port");

  StartArguments {
    values = Map.copyOf(values);
  }

  /**
   * Returns the options of a command line {@code start --NAME VALUE ...}; empty for every other
   * command line, also for one that is wrong or requests help.
   */
  static Optional<StartArguments> of(String[] arguments) {
    if (arguments.length == 0 || !arguments[0].equals(COMMAND)) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 1; i < arguments.length; i++) {
      String argument = arguments[i];
      int assigned = argument.indexOf('=');
      String name = assigned < 0 ? argument : argument.substring(0, assigned);
      if (assigned < 0 && ++i == arguments.length) {
        return Optional.empty();
      }
      String value = assigned < 0 ? arguments[i] : argument.substring(assigned + 1);
      boolean isKnown = SETTINGS.containsKey(name) || name.equals(CONFIG);
      if (!isKnown || !isPlain(value) || values.put(name, value) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(new StartArguments(values));
  }

  /**
   * Returns the options of a member of a cluster; empty for a server of its own.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if they are incomplete
   */
  Optional<ClusterConfig> cluster(ServerConfig config) {
    boolean isMember = CLUSTER_OPTIONS.stream().anyMatch(values::containsKey);
    if (values.containsKey(LEAVE_CLUSTER)) {
      if (isMember) {
        throw new ColonnadeException(
            ErrorCode.INVALID_CONFIGURATION,
            LEAVE_CLUSTER + " excludes the other options of a member of a cluster");
      }
      ClusterDeparture.run(config.engine());
    }
    if (!isMember) {
      return Optional.empty();
    }
    return Optional.of(
        new ClusterConfig(
            required(CLUSTER),
            required(NODE),
            ClusterPeer.parse(required(PEERS)),
            values.containsKey(JOIN),
            config.engine().folder(),
            config.engine().store(),
            timing(),
            tls()));
  }

  private ClusterConfig.Timing timing() {
    String rate = values.get(FETCH_RATE);
    if (rate == null) {
      return ClusterConfig.Timing.DEFAULT;
    }
    if (!rate.matches("[1-9][0-9]{0,8}")) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          FETCH_RATE + " is not a number of MiB each second from 1: value=" + rate);
    }
    return ClusterConfig.Timing.DEFAULT.withTransferRate(Long.parseLong(rate) << 20);
  }

  private Optional<PeerTls> tls() {
    List<String> names = List.of(PEER_CERTIFICATE, PEER_KEY, PEER_AUTHORITIES);
    if (names.stream().noneMatch(values::containsKey)) {
      return Optional.empty();
    }
    List<Path> files = new ArrayList<>();
    for (String name : names) {
      String value = values.get(name);
      if (value == null) {
        throw new ColonnadeException(
            ErrorCode.INVALID_CONFIGURATION,
            "TLS between members needs the options %s: missing=%s"
                .formatted(String.join(", ", names), name));
      }
      files.add(Path.of(value));
    }
    return Optional.of(new PeerTls(files.get(0), files.get(1), files.get(2)));
  }

  private String required(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "a member of a cluster needs the options %s, %s and %s: missing=%s"
              .formatted(CLUSTER, NODE, PEERS, name));
    }
    return value;
  }

  /** Returns whether picocli reads the text as a value and does not interpret it. */
  private static boolean isPlain(String value) {
    return !value.isEmpty() && "-@\"'$".indexOf(value.charAt(0)) < 0 && !value.contains("${");
  }

  /** Returns the configuration, with these options before all other sources. */
  LoadedConfig load() {
    LoadedConfig loaded = ConfigLoader.load(sources());
    for (String name : loaded.unknownVariables()) {
      LOG.warn("environment variable matches no setting: name={}", name);
    }
    warnBeyondThisMachine(loaded.config().listen().host(), loaded.config().security());
    return loaded;
  }

  private ConfigSources sources() {
    Map<String, ConfigSources.Option> options = new HashMap<>();
    values.forEach(
        (name, value) -> {
          String setting = SETTINGS.get(name);
          if (setting != null) {
            options.put(setting, new ConfigSources.Option(name, value));
          }
        });
    String config = values.get(CONFIG);
    return new ConfigSources(
        config == null ? defaultFile() : Path.of(config), System.getenv(), options);
  }

  private static @Nullable Path defaultFile() {
    String home = System.getProperty(HOME_PROPERTY);
    Path file = home == null ? null : Path.of(home, "config", "colonnade.conf");
    return file != null && Files.exists(file) ? file : null;
  }

  private static void warnBeyondThisMachine(String host, SecurityConfig security) {
    try {
      if (InetAddress.getByName(host).isLoopbackAddress()) {
        return;
      }
      if (security.authentication() == AuthenticationMode.TRUST) {
        LOG.warn(
            "listening beyond this machine without authentication: every client that reaches a"
                + " port can read and write all data: host={}",
            host);
      } else if (security.tls().isEmpty()) {
        LOG.warn(
            "listening beyond this machine without a certificate: network traffic is not"
                + " encrypted: host={}",
            host);
      }
    } catch (UnknownHostException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION, "no such host to listen on: host=" + host, e);
    }
  }
}
