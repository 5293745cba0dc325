package dev.colonnade.bench.harness;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.local.LocalServerOptions;
import dev.colonnade.bench.local.ManagedServer;
import dev.colonnade.bench.local.ServerAddress;
import dev.colonnade.bench.report.BenchReport;
import dev.colonnade.bench.report.BenchReportJson;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.report.GitCommit;
import dev.colonnade.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Execution of one workload. The workload runs against a temporary server on an empty store, or
 * against the server of {@code --url}. The measurements are printed as a table and, with {@code
 * --json}, written to a file.
 */
public final class BenchRun {
  private final String workload;
  private final BenchOptions options;
  private final Console console;

  public BenchRun(String workload, BenchOptions options, Console console) {
    this.workload = requireNonNull(workload, "workload is null");
    this.options = requireNonNull(options, "options is null");
    this.console = requireNonNull(console, "console is null");
  }

  /** Runs the workload against one server with default settings. Returns the exit status. */
  public int run(Workload body) throws IOException, InterruptedException {
    return runAll((servers, log) -> servers.use(Map.of(), body));
  }

  /** Runs a workload that needs several servers. Returns the exit status. */
  public int runAll(MultiServerWorkload campaign) throws IOException, InterruptedException {
    Machine machine = Machine.current();
    String commit = GitCommit.current();
    console.line(console.bold("bench " + workload) + "   commit " + commit);
    console.line("  " + machine.summary());
    MeasurementLog log = new MeasurementLog(console);
    campaign.measure((settings, body) -> use(settings, body, log), log);
    console.line("");
    log.print();
    BenchReport report = new BenchReport(workload, commit, machine, log.measurements());
    Optional<Path> json = options.json();
    if (json.isPresent()) {
      BenchReportJson.write(report, json.get());
      console.line("");
      console.line("  written to " + json.get());
    }
    return 0;
  }

  private void use(Map<String, String> settings, Workload body, MeasurementLog log)
      throws IOException, InterruptedException {
    if (options.url().isPresent()) {
      body.measure(new BenchTarget(options.url().get(), options.httpUrl()), log);
      return;
    }
    ManagedServer.Place place = ManagedServer.Place.temporary("colonnade-bench-", false);
    LocalServerOptions local = LocalServerOptions.DEFAULTS.withSettings(settings);
    try (ManagedServer session = ManagedServer.start(place, local)) {
      ServerAddress address = session.server().address();
      body.measure(new BenchTarget(address.protocol(), Optional.of(address.http())), log);
    }
  }
}
