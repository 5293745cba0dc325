package dev.colonnade.bench.demo;

import dev.colonnade.bench.cluster.ClusterDemo;
import dev.colonnade.bench.harness.BenchClients;
import dev.colonnade.bench.harness.ScaleFactorConverter;
import dev.colonnade.bench.local.LocalServer;
import dev.colonnade.bench.local.LocalServerOptions;
import dev.colonnade.bench.local.ManagedServer;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.bench.tpch.TpchReference;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.server.CliCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Command {@code colonnade demo}: starts a server, runs the demo on it, checks the results, and
 * then leaves the server running.
 */
@Command(
    name = "demo",
    description = {
      "Starts a server on an empty folder, loads TPC-H over the network, runs columnar scans, a"
          + " time-travel read and a range split, and checks every result. The server then"
          + " remains running.",
      "With --nodes 3: starts a cluster of three processes instead, kills the leader under load,"
          + " and checks that nothing that was acknowledged is lost.",
      "Exit status: 0 if all results are correct, 1 if not."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class DemoCommand implements CliCommand {
  private static final int CLUSTER_NODES = 3;

  private final Console console;
  private final Function<Scale, TpchReference> referenceSource;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "0.1",
      converter = ScaleFactorConverter.class,
      description = "TPC-H scale factor (default: ${DEFAULT-VALUE}, 600,572 rows of lineitem).")
  private Scale scale = ScaleFactorConverter.DEFAULT;

  @Option(
      names = "--nodes",
      paramLabel = "COUNT",
      defaultValue = "1",
      description = "1, or 3 for a cluster (default: ${DEFAULT-VALUE}).")
  private int nodes = 1;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      defaultValue = "1",
      description = "Number of leaders of a cluster that are killed (default: ${DEFAULT-VALUE}).")
  private int rounds = 1;

  @SuppressWarnings("NullAway.Init") // set by picocli
  @Spec
  private CommandSpec spec;

  @Option(names = "--exit", description = "Exit after the checks.")
  private boolean exit;

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description = "Use this empty folder, which is retained, instead of a temporary one.")
  private Optional<Path> store = Optional.empty();

  @Option(names = "--keep", description = "Retain the temporary folder.")
  private boolean keep;

  @Option(
      names = "--native-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of the native protocol (default: any free port).")
  private int nativePort;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port for metrics and status (default: any free port).")
  private int httpPort;

  /** Creates the command; called by the service loader. */
  public DemoCommand() {
    this(Console.standard(), TpchReference::of);
  }

  DemoCommand(Console console, Function<Scale, TpchReference> referenceSource) {
    this.console = console;
    this.referenceSource = referenceSource;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, SQLException {
    if (nodes != 1 && nodes != CLUSTER_NODES) {
      throw new ParameterException(spec.commandLine(), "--nodes is 1 or 3: nodes=" + nodes);
    }
    console.line(console.bold("Colonnade demo"));
    console.line("");
    ManagedServer.Place place =
        store.isPresent()
            ? ManagedServer.Place.of(store.get())
            : ManagedServer.Place.temporary("colonnade-demo-", keep);
    if (nodes == CLUSTER_NODES) {
      return runCluster(place);
    }
    LocalServerOptions options = new LocalServerOptions(nativePort, httpPort, Map.of());
    try (ManagedServer session = ManagedServer.start(place, options)) {
      describe(session);
      if (!show(session.server(), scale)) {
        return 1;
      }
      return exit ? 0 : stayUp(session.server());
    }
  }

  private int runCluster(ManagedServer.Place place)
      throws IOException, InterruptedException, SQLException {
    console.line(
        "  folder    " + place.folder() + (place.persistent() ? "" : ", removed at the end"));
    try {
      return new ClusterDemo(console, place.folder(), rounds).run() ? 0 : 1;
    } finally {
      place.removeUnlessPersistent();
    }
  }

  private boolean show(LocalServer server, Scale scale) throws InterruptedException {
    try (ColonnadeClient client = BenchClients.open(server.address().protocol(), 2)) {
      return new Demo(console, client, scale, referenceSource).run();
    }
  }

  private void describe(ManagedServer session) {
    LocalServer server = session.server();
    console.line("  server    " + server.address().protocol() + ", process " + server.processId());
    console.line("  metrics   " + server.address().http() + "/metrics");
    console.line("  log       " + server.log());
    console.line(
        "  folder    "
            + session.place().folder()
            + (session.place().persistent() ? "" : ", removed at the end"));
  }

  private int stayUp(LocalServer server) throws InterruptedException {
    String http = server.address().http().toString();
    console.heading("The server remains running");
    String protocol = server.address().protocol().toString();
    String postgres = server.address().postgres();
    int colon = postgres.lastIndexOf(':');
    console.line("  console   " + http + "/");
    console.line("  shell     ./colonnade sql --url " + protocol);
    console.line(
        "  psql      psql -h %s -p %s -U colonnade colonnade"
            .formatted(postgres.substring(0, colon), postgres.substring(colon + 1)));
    console.line("  JDBC      jdbc:" + protocol + "/colonnade");
    console.line("  metrics   " + http + "/metrics");
    console.line("");
    console.line("  ./colonnade bench scan --url " + server.address().protocol());
    console.line("");
    console.line("  from Java (module colonnade-client):");
    console.line("    ColonnadeClient client = ColonnadeClient.builder()");
    console.line(
        "        .server(\"127.0.0.1\", " + server.address().protocol().getPort() + ").build();");
    console.line("    ClientTable lineitem = client.table(\"lineitem\");");
    console.line("    ScanStream scan = client.scan(lineitem.newScan().columns(\"l_quantity\"));");
    console.line("");
    console.line("  Ctrl-C stops it.");
    if (server.awaitEnd()) {
      return 0;
    }
    console.line(console.bad("The server ended unexpectedly: see " + server.log()));
    return 1;
  }
}
