package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.PinnedSession;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.sequence.BlockSizes;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.client.sequence.SequenceBlock;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.protocol.sequence.WireValueRange;
import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Kill of a server process while clients allocate values: no duplicates, bounded gaps. */
@Tag("integration")
class SequenceKillTest {
  private static final Logger LOG = LoggerFactory.getLogger(SequenceKillTest.class);
  private static final Pattern ADDRESS = Pattern.compile("native 127\\.0\\.0\\.1:(\\d+)");

  private static final int ROUNDS = 8;
  private static final int TAKEN_BEFORE_KILL_MIN = 200;
  private static final int TAKEN_BEFORE_KILL_MAX = 5_000;
  private static final int BLOCK_MAX = 500;
  private static final int RESERVED = 10;

  /**
   * Upper bound of unused reserved values: two blocks of the server and one being refilled, the
   * same for each of two sessions and for the client's block, and the reservation of one request.
   */
  private static final long GAP_MAX = 3L * BLOCK_MAX * 4 + RESERVED;

  @TempDir private Path folder;

  private final ConcurrentSkipListSet<Long> allocated = new ConcurrentSkipListSet<>();

  @Test
  void shouldAllocateNoValueTwiceWhenKilled() throws Exception {
    long seed = Seed.of("SequenceKillTest");
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      try (ServerChildProcess server = start();
          ColonnadeClient client = connect(server)) {
        WireSequenceOptions options = WireSequenceOptions.builder().cache(50).build();
        ClientSequence ids = client.sequences().create("ids", options, true);
        int last = random.nextInt(TAKEN_BEFORE_KILL_MIN, TAKEN_BEFORE_KILL_MAX);
        allocateUntilKilled(server, client, ids, last);
      } catch (AssertionError failed) {
        throw new AssertionError("seed=" + seed + " round=" + round, failed);
      }
    }
    long gapMax = 0;
    long before = 0;
    for (long value : allocated) {
      gapMax = Math.max(gapMax, value - before - 1);
      before = value;
    }
    LOG.info("values={} kills={} largestGap={} seed={}", allocated.size(), ROUNDS, gapMax, seed);
    assertThat(gapMax).as("seed=%d", seed).isLessThanOrEqualTo(GAP_MAX);
  }

  private void allocateUntilKilled(
      ServerChildProcess server, ColonnadeClient client, ClientSequence ids, int last)
      throws Exception {
    CountDownLatch enough = new CountDownLatch(last);
    SequenceBlock block = ids.block(new BlockSizes(10, BLOCK_MAX));
    try (PinnedSession one = connectionSession(client);
        PinnedSession other = connectionSession(client);
        ExecutorService callers = Executors.newCachedThreadPool()) {
      ClientSequence ofOne = one.sequence("ids");
      ClientSequence ofOther = other.sequence("ids");
      List<Future<?>> running = new ArrayList<>();
      for (LongSupplier caller :
          List.<LongSupplier>of(ids::next, ids::next, ofOne::next, ofOther::next, block::next)) {
        running.add(callers.submit(() -> allocateAll(caller, enough)));
      }
      running.add(callers.submit(() -> reserveAll(ids, enough)));
      assertThat(enough.await(120, TimeUnit.SECONDS)).isTrue();
      server.kill();
      for (Future<?> caller : running) {
        caller.get(120, TimeUnit.SECONDS);
      }
    }
  }

  private void allocateAll(LongSupplier next, CountDownLatch enough) {
    try {
      while (true) {
        add(next.getAsLong());
        enough.countDown();
      }
    } catch (ClientException killed) {
      // The server was killed: every round ends in this way.
    }
  }

  private void reserveAll(ClientSequence ids, CountDownLatch enough) {
    try {
      while (true) {
        for (WireValueRange run : ids.reserve(RESERVED)) {
          for (long i = 0; i < run.count(); i++) {
            add(run.valueAt(i));
          }
        }
        enough.countDown();
      }
    } catch (ClientException killed) {
      // The server was killed: every round ends in this way.
    }
  }

  private void add(long value) {
    assertThat(allocated.add(value)).as("duplicate: value=%d", value).isTrue();
  }

  private static PinnedSession connectionSession(ColonnadeClient client) {
    PinnedSession session = client.session();
    session.set("sequence_cache_method", "connection");
    return session;
  }

  private ServerChildProcess start() throws IOException {
    return ServerChildProcess.run(
        folder,
        Map.of(
            "COLONNADE_SEQUENCE_RANGE", Integer.toString(BLOCK_MAX),
            "COLONNADE_SEQUENCE_AHEAD_MAX", Integer.toString(BLOCK_MAX)),
        "start",
        "--store=" + folder.resolve("store"),
        "--listen=127.0.0.1",
        "--native-port=0",
        "--http-port=0",
        "--pg-port=0");
  }

  private static ColonnadeClient connect(ServerChildProcess server) {
    String line = server.line();
    Matcher address = ADDRESS.matcher(String.valueOf(line));
    assertThat(address.find()).as("ready line: %s", line).isTrue();
    return TestServers.client(Integer.parseInt(address.group(1))).attemptsMax(1).build();
  }
}
