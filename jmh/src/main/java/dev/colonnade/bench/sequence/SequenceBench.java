package dev.colonnade.bench.sequence;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.ServerProvider;
import dev.colonnade.bench.report.Console;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code colonnade bench sequence}. */
@Command(
    name = "sequence",
    description = {
      "Values of a sequence, one by one and in blocks, and inserts with ids from a sequence.",
      "Ten sessions request values over the network with the cache in the server and in the"
          + " session, with and without DISCARD SEQUENCES after each, in turns; then with 64"
          + " requests in flight, and from blocks at the client; then 40,000 rows are inserted,"
          + " also by servers whose sequence.range is 1, 100 and 1,000.",
      "With --url the sequence bench and the table sensor_log with its sequence are dropped and"
          + " created."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class SequenceBench implements Callable<Integer> {
  private static final String SEQUENCE = "bench";
  private static final long CACHE = 100;

  @Mixin private BenchOptions target = new BenchOptions();
  @Mixin private SequenceBenchOptions load = new SequenceBenchOptions();

  private final Console console = Console.standard();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new BenchRun("sequence", target, console).runAll(this::measure);
  }

  private void measure(ServerProvider servers, MeasurementLog log)
      throws IOException, InterruptedException {
    servers.use(Map.of(), this::measureValues);
    for (int range : new int[] {1, 100, 1_000}) {
      servers.use(
          Map.of("sequence.range", Integer.toString(range)),
          (server, ownLog) -> {
            try (ColonnadeClient client = server.connect(1)) {
              new SensorLogInserts(client, ownLog).measureRange(range);
            }
          });
    }
  }

  private void measureValues(BenchTarget server, MeasurementLog log) throws InterruptedException {
    try (ColonnadeClient client = server.connect(1)) {
      client.sequences().drop(SEQUENCE, true);
      WireSequenceOptions options = WireSequenceOptions.builder().cache(CACHE).build();
      ClientSequence sequence = client.sequences().create(SEQUENCE, options, false);
      new NextValues(client, sequence, load, log).measure();
      new BlockValues(sequence, load, log).measure();
      new SensorLogInserts(client, log).measure();
      client.sequences().drop(SEQUENCE, true);
    }
  }
}
