package dev.colonnade.bench;

import dev.colonnade.bench.analytics.AnalyticsBench;
import dev.colonnade.bench.bulk.BulkBench;
import dev.colonnade.bench.cluster.ClusterBench;
import dev.colonnade.bench.cost.CostBench;
import dev.colonnade.bench.jdbc.JdbcBench;
import dev.colonnade.bench.kv.KvBench;
import dev.colonnade.bench.memory.MemoryBench;
import dev.colonnade.bench.oltp.OltpBench;
import dev.colonnade.bench.scan.ScanBench;
import dev.colonnade.bench.sequence.SequenceBench;
import dev.colonnade.bench.start.StartBench;
import dev.colonnade.bench.tpch.query.PathsBench;
import dev.colonnade.bench.tpch.query.TpchBench;
import dev.colonnade.server.CliCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code colonnade bench}: parent command of the workloads. */
@Command(
    name = "bench",
    description = "Measures a server over the network; each subcommand is one workload.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "WORKLOAD",
    sortOptions = false,
    subcommands = {
      ScanBench.class,
      KvBench.class,
      SequenceBench.class,
      JdbcBench.class,
      BulkBench.class,
      OltpBench.class,
      TpchBench.class,
      AnalyticsBench.class,
      StartBench.class,
      MemoryBench.class,
      ClusterBench.class,
      CostBench.class,
      PathsBench.class
    })
public final class BenchCommand implements CliCommand {
  @SuppressWarnings("NullAway.Init") // by picocli
  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "WORKLOAD is missing: expected one of " + String.join(", ", spec.subcommands().keySet()));
  }
}
