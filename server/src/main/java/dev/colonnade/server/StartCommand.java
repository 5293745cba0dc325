package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that runs a server until the process receives a stop signal. */
@Command(
    name = StartArguments.COMMAND,
    header = "Run a server in the foreground.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nOpens the store, creating it if there is none, and serves it until the process receives"
          + " a stop signal (Ctrl-C, or SIGTERM). Prints one line with the addresses to standard"
          + " output when it accepts requests; logs to standard error.%n",
      "Options take precedence over environment variables (COLONNADE_LISTEN_HOST for the setting"
          + " listen.host, and so on), and those over the configuration file."
    },
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit status:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  colonnade start --store data",
      "  colonnade start --store data --native-port 0 --http-port 0 --pg-port 0",
      "  colonnade start --config my.conf --listen 0.0.0.0",
      "  colonnade start --store data --cluster db --node a"
          + " --peers a=10.0.0.1:7490,b=10.0.0.2:7490,c=10.0.0.3:7490",
    },
    sortOptions = false)
public final class StartCommand implements CliCommand {
  @Option(
      names = StartArguments.STORE,
      paramLabel = "DIR",
      description = "Folder of the store. Required, unless the configuration sets store.folder.")
  private @Nullable String store;

  @Option(
      names = StartArguments.LISTEN,
      paramLabel = "HOST",
      description =
          "Name or address to listen on (default: 127.0.0.1, this machine only). Clients on other"
              + " machines need a password (docs/security.md).")
  private @Nullable String listen;

  @Option(
      names = StartArguments.NATIVE_PORT,
      paramLabel = "N",
      description = "Port of the native protocol (default: 7420); 0 picks a free one.")
  private @Nullable String nativePort;

  @Option(
      names = StartArguments.HTTP_PORT,
      paramLabel = "N",
      description = "Port of HTTP: metrics, health and status (default: 7480); 0 picks a free one.")
  private @Nullable String httpPort;

  @Option(
      names = StartArguments.PG_PORT,
      paramLabel = "N",
      description = "Port of the PostgreSQL protocol (default: 7432); 0 picks a free one.")
  private @Nullable String pgPort;

  @Option(
      names = StartArguments.FLIGHT_PORT,
      paramLabel = "N",
      description =
          "Port of Arrow Flight SQL (default: none); 0 picks a free one (docs/flight.md).")
  private @Nullable String flightPort;

  @Option(
      names = StartArguments.CONFIG,
      paramLabel = "FILE",
      description =
          "Configuration file (default: config/colonnade.conf in the program's folder). It"
              + " documents all settings.")
  private @Nullable Path config;

  @Option(
      names = StartArguments.CLUSTER,
      paramLabel = "NAME",
      description = "Name of the cluster that this server is a member of (default: none).")
  private @Nullable String cluster;

  @Option(
      names = StartArguments.NODE,
      paramLabel = "NAME",
      description = "Name of this member in the list of --peers.")
  private @Nullable String node;

  @Option(
      names = StartArguments.PEERS,
      paramLabel = "LIST",
      description =
          "Members with which the cluster is created, with the addresses at which they reach each"
              + " other: a=host:port,b=host:port,c=host:port.")
  private @Nullable String peers;

  @Option(
      names = StartArguments.JOIN,
      description = "Wait to be added to a running cluster, instead of creating one.")
  private boolean isJoining;

  @Option(
      names = StartArguments.LEAVE_CLUSTER,
      description =
          "Make the store of the last member of a cluster that of a server of its own, and start"
              + " it.")
  private boolean isLeaving;

  @Option(
      names = StartArguments.PEER_CERTIFICATE,
      paramLabel = "FILE",
      description =
          "Certificate of this member for mutual TLS between members (PEM, docs/replication.md).")
  private @Nullable Path peerCertificate;

  @Option(
      names = StartArguments.PEER_KEY,
      paramLabel = "FILE",
      description = "Key of that certificate (PEM, PKCS 8, without a password).")
  private @Nullable Path peerKey;

  @Option(
      names = StartArguments.PEER_AUTHORITIES,
      paramLabel = "FILE",
      description = "Certificates of the authorities that issue those of the members (PEM).")
  private @Nullable Path peerAuthorities;

  @Option(
      names = StartArguments.FETCH_RATE,
      paramLabel = "MIB",
      description =
          "Maximum rate, in MiB each second, at which this member fetches a copy of the store from"
              + " the leader (default: none).")
  private @Nullable String fetchRate;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli only checks that it is present
  private boolean isHelpRequested;

  private @Nullable CommandSpec spec;

  /** Called by picocli. */
  public StartCommand() {}

  @Spec
  void spec(CommandSpec commandSpec) {
    spec = commandSpec;
    commandSpec.usageMessage().exitCodeList(ExitStatus.help());
  }

  @Override
  public Integer call() {
    PrintWriter out = requireNonNull(spec, "spec is null").commandLine().getOut();
    StartArguments options = arguments();
    ServerProcess.run(options::load, options::cluster, out);
    return ExitStatus.OK.number();
  }

  /** Returns the options of the command line. */
  StartArguments arguments() {
    Map<String, String> values = new HashMap<>();
    put(values, StartArguments.STORE, store);
    put(values, StartArguments.LISTEN, listen);
    put(values, StartArguments.NATIVE_PORT, nativePort);
    put(values, StartArguments.HTTP_PORT, httpPort);
    put(values, StartArguments.PG_PORT, pgPort);
    put(values, StartArguments.FLIGHT_PORT, flightPort);
    put(values, StartArguments.CONFIG, config);
    put(values, StartArguments.CLUSTER, cluster);
    put(values, StartArguments.NODE, node);
    put(values, StartArguments.PEERS, peers);
    put(values, StartArguments.PEER_CERTIFICATE, peerCertificate);
    put(values, StartArguments.PEER_KEY, peerKey);
    put(values, StartArguments.PEER_AUTHORITIES, peerAuthorities);
    put(values, StartArguments.FETCH_RATE, fetchRate);
    put(values, StartArguments.LEAVE_CLUSTER, isLeaving ? "true" : null);
    put(values, StartArguments.JOIN, isJoining ? "true" : null);
    return new StartArguments(values);
  }

  private static void put(Map<String, String> values, String name, @Nullable Object value) {
    if (value != null) {
      values.put(name, value.toString());
    }
  }
}
