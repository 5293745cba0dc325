package dev.colonnade.bench.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.client.sequence.SequenceBlock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Rate of values from a block at the client, allocated by one thread and by several threads. */
final class BlockValues {
  private static final int[] THREAD_COUNTS = {1, 2, 4};

  /** Number of values between two reads of the clock. */
  private static final int STRIDE = 1_000;

  private final ClientSequence sequence;
  private final SequenceBenchOptions load;
  private final MeasurementLog log;

  BlockValues(ClientSequence sequence, SequenceBenchOptions load, MeasurementLog log) {
    this.sequence = requireNonNull(sequence, "sequence is null");
    this.load = requireNonNull(load, "load is null");
    this.log = requireNonNull(log, "log is null");
  }

  void measure() throws InterruptedException {
    log.phase("allocating values from a block at the client");
    for (int threads : THREAD_COUNTS) {
      SequenceBlock block = sequence.block();
      double[] rates = new double[load.rounds()];
      run(block, threads, load.roundTime());
      for (int round = 0; round < rates.length; round++) {
        rates[round] = run(block, threads, load.roundTime());
      }
      String name = "nextval.block.threads" + threads;
      log.add(name, Statistics.median(rates), MeasurementLog.PER_SECOND);
      log.add(name + ".spread", Statistics.spread(rates), MeasurementLog.RATIO);
    }
  }

  private static double run(SequenceBlock block, int threads, Duration time)
      throws InterruptedException {
    long startNanos = System.nanoTime();
    long endNanos = startNanos + time.toNanos();
    try (ExecutorService callers = Executors.newFixedThreadPool(threads)) {
      Callable<Long> caller = () -> allocate(block, endNanos);
      long values = 0;
      for (Future<Long> count :
          callers.invokeAll(IntStream.range(0, threads).mapToObj(i -> caller).toList())) {
        values += count.get();
      }
      return Statistics.perSecond(values, System.nanoTime() - startNanos);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a caller failed: cause=" + e.getCause(), e.getCause());
    }
  }

  private static long allocate(SequenceBlock block, long endNanos) {
    long values = 0;
    while (System.nanoTime() < endNanos) {
      for (int i = 0; i < STRIDE; i++) {
        long value = block.next();
        if (value < 1) {
          throw new IllegalStateException("below the minimum 1: value=" + value);
        }
      }
      values += STRIDE;
    }
    return values;
  }
}
