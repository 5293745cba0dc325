package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.PinnedSession;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.sequence.BlockSizes;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.client.sequence.SequenceBlock;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.sequence.SequenceType;
import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.protocol.sequence.WireSequenceMode;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.protocol.sequence.WireValueRange;
import dev.colonnade.protocol.session.DiscardTarget;
import dev.colonnade.sequence.cache.CacheStatistics;
import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sequences over the native protocol: state that sessions share, and state that they do not. */
@Tag("integration")
class SequencesTest {
  private static final int STREAM = 9;

  @TempDir private Path folder;
  private Server server;
  private ColonnadeClient client;

  @BeforeEach
  void start() {
    server = TestServers.start(folder);
    client = TestServers.connect(server);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void shouldDefineSequences() {
    client.createTable(TestServers.people("people"), false);
    WireSequenceOptions options =
        WireSequenceOptions.builder()
            .type(SequenceType.SMALLINT)
            .increment(-2)
            .min(-100)
            .noMax()
            .start(-10)
            .cache(5)
            .cycle(true)
            .mode(WireSequenceMode.ORDERED)
            .ownedBy("people", "id")
            .build();
    WireSequenceDescription created =
        client.sequences().create("ids", options, false).description();
    assertThat(created.definition().type()).isEqualTo(SequenceType.SMALLINT);
    assertThat(created.definition().numbers().increment()).isEqualTo(-2);
    assertThat(created.definition().numbers().max()).isEqualTo(-1);
    assertThat(created.definition().numbers().start()).isEqualTo(-10);
    assertThat(created.definition().cycle()).isTrue();
    assertThat(created.definition().mode()).isEqualTo(WireSequenceMode.ORDERED);
    assertThat(created.definition().owner().column()).isEqualTo("id");
    assertThat(client.sequences().create("ids", WireSequenceOptions.UNSET, true).id())
        .isEqualTo(created.id());
    assertThat(client.sequences().describe("ids")).isEqualTo(created);

    WireSequenceOptions change =
        WireSequenceOptions.builder().increment(3).max(99).start(1).build();
    WireSequenceOptions all = WireSequenceOptions.builder().ownedByNone().cycle(false).build();
    client.sequences().restart("ids", -20);
    assertThat(client.sequence("ids").next()).isEqualTo(-20);
    client.sequences().alter("ids", change);
    WireSequenceDescription altered = client.sequences().alter("ids", all).description();
    assertThat(altered.definition().owner().isNone()).isTrue();
    assertThat(altered.definition().numbers().max()).isEqualTo(99);
    assertThat(altered.state().epoch()).isGreaterThan(created.state().epoch());
    client.sequences().restart("ids");
    ClientSequence renamed = client.sequences().rename("ids", "numbers");
    assertThat(renamed.id()).isEqualTo(created.id());
    assertThat(renamed.next()).isEqualTo(1);
    assertThat(client.sequences().names()).containsExactly("numbers");
    client.sequences().drop("numbers", false);
    client.sequences().drop("numbers", true);
    assertThat(client.sequences().names()).isEmpty();
  }

  @Test
  void shouldSeparateTheStateOfSessions() {
    ClientSequence ids = create("ids", 1);
    try (PinnedSession first = client.session();
        PinnedSession second = client.session()) {
      long a = first.sequence("ids").next();
      long b = second.sequence("ids").next();
      long c = ids.next();
      assertThat(List.of(a, b, c)).doesNotHaveDuplicates();
      assertThat(first.currentValue(ids)).isEqualTo(a);
      assertThat(second.currentValue(ids)).isEqualTo(b);
      ClientSequence others = create("others", 1);
      assertThat(failure(() -> first.currentValue(others)).sqlState()).isEqualTo("55000");
      assertThat(first.lastValue()).isEqualTo(a);
      assertThat(first.sequence("others").next()).isEqualTo(first.lastValue());
      List<WireValueRange> runs = first.sequence("ids").reserve(10);
      assertThat(first.currentValue(ids)).isEqualTo(runs.getLast().last());
      first.discard(DiscardTarget.SEQUENCES);
      assertThat(failure(first::lastValue).sqlState()).isEqualTo("55000");
      assertThat(failure(() -> first.currentValue(ids)).sqlState()).isEqualTo("55000");
      assertThat(second.lastValue()).isEqualTo(b);
    }
  }

  @Test
  void shouldLoseNoValuesToAPoolThatResetsItsSessions() {
    create("ids", 100);
    Deque<PinnedSession> pool = new ArrayDeque<>(List.of(client.session(), client.session()));
    try {
      for (long expected = 1; expected <= 500; expected++) {
        PinnedSession session = pool.remove();
        assertThat(session.sequence("ids").next()).isEqualTo(expected);
        session.discard(expected % 2 == 0 ? DiscardTarget.ALL : DiscardTarget.SEQUENCES);
        pool.add(session);
      }
      assertThat(statistics("ids").wasted()).isZero();
    } finally {
      pool.forEach(PinnedSession::close);
    }
  }

  @Test
  void shouldDiscardBlocksWithTheirSession() {
    ClientSequence ids = create("ids", 100);
    try (PinnedSession session = client.session()) {
      session.set("sequence_cache_method", "connection");
      long first = session.sequence("ids").next();
      assertThat(session.sequence("ids").next()).isEqualTo(first + 1);
      session.discard(DiscardTarget.SEQUENCES);
      assertThat(session.sequence("ids").next()).isGreaterThanOrEqualTo(first + 100);
      session.discard(DiscardTarget.ALL);
      long shared = session.sequence("ids").next(); // with the server's cache method again
      assertThat(ids.next()).isEqualTo(shared + 1);
      session.set("sequence_cache_method", "connection");
      session.sequence("ids").next();
    }
    await().untilAsserted(() -> assertThat(statistics("ids").wasted()).isEqualTo(98 + 99 + 99));
  }

  @Test
  void shouldSwitchMethodsWithoutRepeatingAValue() {
    ClientSequence ids = create("ids", 7);
    long seed = Seed.of("SequencesTest");
    Random random = new Random(seed);
    Set<Long> seen = new HashSet<>();
    try (PinnedSession one = client.session();
        PinnedSession other = client.session()) {
      for (int i = 0; i < 600; i++) {
        PinnedSession session = random.nextBoolean() ? one : other;
        switch (random.nextInt(12)) {
          case 0 -> session.set("sequence_cache_method", "connection");
          case 1 -> session.set("sequence_cache_method", "server");
          case 2 -> session.set("sequence_cache_method", "");
          case 3 -> session.set("sequence_range", Integer.toString(1 + random.nextInt(50)));
          case 4 -> session.set("sequence_cache_min", Integer.toString(1 + random.nextInt(50)));
          default ->
              assertThat(seen.add(session.sequence(ids.name()).next()))
                  .as("seed=%d i=%d", seed, i)
                  .isTrue();
        }
      }
    }
  }

  @Test
  void shouldCompleteManyRequestsInFlight() throws Exception {
    ClientSequence ids = create("ids", 1);
    try (PinnedSession session = client.session()) {
      ClientSequence own = session.sequence("ids");
      List<CompletableFuture<Long>> values = new ArrayList<>();
      for (int i = 0; i < 20_000; i++) {
        values.add((i % 2 == 0 ? own : ids).nextAsync());
      }
      Set<Long> seen = new HashSet<>();
      for (CompletableFuture<Long> value : values) {
        assertThat(seen.add(value.get(120, TimeUnit.SECONDS))).isTrue();
      }
      assertThat(seen).contains(1L, 20_000L);
    }
  }

  @Test
  void shouldAllocateOrderedValuesInTheOrderOfRequests() throws Exception {
    WireSequenceOptions ordered =
        WireSequenceOptions.builder().mode(WireSequenceMode.ORDERED).cache(3).build();
    client.sequences().create("ids", ordered, false);
    try (PinnedSession session = client.session()) {
      session.set("sequence_cache_method", "connection"); // has no effect on such a sequence
      ClientSequence ids = session.sequence("ids");
      List<CompletableFuture<Long>> values = new ArrayList<>();
      for (int i = 0; i < 10_000; i++) {
        values.add(ids.nextAsync());
      }
      long expected = 1;
      for (CompletableFuture<Long> value : values) {
        assertThat(value.get(120, TimeUnit.SECONDS)).isEqualTo(expected++);
      }
    }
  }

  @Test
  void shouldLeaveNoGapInAGaplessSequence() throws Exception {
    WireSequenceOptions gapless =
        WireSequenceOptions.builder().mode(WireSequenceMode.GAPLESS).build();
    ClientSequence bills = client.sequences().create("bills", gapless, false);
    List<CompletableFuture<Long>> values = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      values.add(bills.nextAsync());
    }
    Set<Long> seen = new TreeSet<>();
    for (CompletableFuture<Long> value : values) {
      seen.add(value.get(120, TimeUnit.SECONDS));
    }
    assertThat(seen).hasSize(300).contains(1L, 300L);
    stop();
    start();
    assertThat(client.sequence("bills").next()).isEqualTo(301);
  }

  @Test
  void shouldAllocateNoOldValueAfterAChangeHasReturned() throws Exception {
    ClientSequence ids = create("ids", 100);
    for (int round = 1; round <= 20; round++) {
      List<CompletableFuture<Long>> during = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        during.add(ids.nextAsync());
      }
      long from = round * 1_000_000L;
      if (round % 2 == 0) {
        client.sequences().restart("ids", from);
      } else {
        ids.set(from, false);
      }
      assertThat(ids.next()).as("round=%d", round).isBetween(from, from + 500);
      for (CompletableFuture<Long> value : during) {
        assertThat(value.get(120, TimeUnit.SECONDS)).isBetween(1L, from + 500);
      }
    }
  }

  @Test
  void shouldEndRequestsOfADroppedSequence() throws Exception {
    for (int round = 0; round < 10; round++) {
      ClientSequence ids = create("ids", 1);
      List<CompletableFuture<Long>> values = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        values.add(ids.nextAsync());
      }
      client.sequences().drop("ids", false);
      ClientSequence anew = create("ids", 1);
      assertThat(failure(ids::next).sqlState()).isEqualTo("42P01");
      assertThat(anew.next()).isEqualTo(1);
      Set<Long> seen = new HashSet<>();
      for (CompletableFuture<Long> value : values) {
        try {
          assertThat(seen.add(value.get(120, TimeUnit.SECONDS))).isTrue();
        } catch (ExecutionException dropped) {
          assertThat(dropped)
              .cause()
              .isInstanceOfSatisfying(
                  ClientException.class, cause -> assertThat(cause.sqlState()).isEqualTo("42P01"));
        }
      }
      client.sequences().drop("ids", false);
    }
  }

  @Test
  void shouldEndWaitingAtTheDeadline() throws IOException {
    ClientTable people = client.createTable(TestServers.people("people"), false);
    WireSequenceOptions gapless =
        WireSequenceOptions.builder().mode(WireSequenceMode.GAPLESS).build();
    ClientSequence bills = client.sequences().create("bills", gapless, false);
    Set<Long> seen = new HashSet<>();
    int expired = 0;
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      for (int batch = 0; batch < 50 && expired == 0; batch++) {
        CompletableFuture<?> written = writeMuch(people, batch); // delays all other commits
        while (!written.isDone()) {
          raw.send(new RequestFrame(STREAM, 1, new SequenceRequest.NextValue(bills.id())));
          Response response = raw.receive().response();
          if (response instanceof ErrorResponse error) {
            assertThat(error.number()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED.number());
            assertThat(error.sqlState()).isEqualTo("57014");
            expired++;
          } else {
            assertThat(seen.add(((SequenceResponse.Value) response).value())).isTrue();
          }
        }
      }
    }
    assertThat(expired).isPositive();
    assertThat(seen).doesNotContain(bills.next());
  }

  @Test
  void shouldResumeAtItsPositionAfterACleanStop() {
    create("ids", 100);
    assertThat(client.sequence("ids").next()).isEqualTo(1);
    for (long expected = 2; expected <= 5; expected++) {
      stop();
      start();
      assertThat(client.sequence("ids").next()).isEqualTo(expected);
    }
  }

  @Test
  void shouldReserveValuesAcrossACycle() {
    WireSequenceOptions days = WireSequenceOptions.builder().min(1).max(7).cycle(true).build();
    ClientSequence weekdays = client.sequences().create("weekdays", days, false);
    List<WireValueRange> runs = weekdays.reserve(10);
    assertThat(runs).containsExactly(new WireValueRange(1, 1, 7), new WireValueRange(1, 1, 3));
    assertThat(weekdays.next()).isEqualTo(4);
  }

  @Test
  void shouldAllocateNoValueTwiceThroughBlocks() throws Exception {
    ClientSequence ids = create("ids", 1);
    SequenceBlock one = ids.block();
    SequenceBlock other = ids.block(new BlockSizes(1, 50));
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      long value =
          switch (i % 4) {
            case 0 -> other.next();
            case 1 -> other.nextAsync().get(120, TimeUnit.SECONDS);
            case 2 -> i % 100 == 2 ? ids.next() : one.next();
            default -> one.next();
          };
      assertThat(seen.add(value)).as("value=%d", value).isTrue();
    }
    ids.set(1_000_000, false);
    one.discard();
    assertThat(one.next()).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void shouldAllocateTheLastValuesThroughABlock() {
    WireSequenceOptions few = WireSequenceOptions.builder().max(333).build();
    SequenceBlock block = client.sequences().create("few", few, false).block();
    for (long expected = 1; expected <= 333; expected++) {
      assertThat(block.next()).isEqualTo(expected);
    }
    assertThat(failure(block::next).sqlState()).isEqualTo("2200H");
  }

  private ClientSequence create(String name, long cache) {
    return client
        .sequences()
        .create(name, WireSequenceOptions.builder().cache(cache).build(), false);
  }

  private CacheStatistics statistics(String name) {
    return server.database().sequences().require(name).statistics();
  }

  private CompletableFuture<?> writeMuch(ClientTable people, int round) {
    WriteBatch batch = people.newBatch();
    for (int i = 0; i < 50_000; i++) {
      batch.upsert().putLong(round * 50_000L + i).putText("x".repeat(100)).putInt(i).end();
    }
    return client.async().write(batch).whenComplete((ok, failure) -> batch.close());
  }

  private static ClientException failure(ThrowingCallable call) {
    return catchThrowableOfType(ClientException.class, call);
  }
}
