package dev.colonnade.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.GetRows;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Test that buffers are released after every outcome of their requests. */
final class LeakTest {
  private static final ClientTable PEOPLE = new ClientTable(FakeResponses.PEOPLE);

  @Test
  void shouldReleaseEveryBuffer() {
    long seed = Seed.of("LeakTest");
    Random random = new Random(seed);
    try (FakeServer server =
            new FakeServer((session, frame) -> respondRandomly(session, frame, seed));
        ColonnadeClient client =
            server
                .newClient()
                .connections(3)
                .requestsInFlightMax(4)
                .requestTimeout(Duration.ofMillis(300))
                .attemptsMax(2)
                .build()) {
      for (int round = 0; round < 20; round++) {
        List<AsyncScan> leftOpen = new ArrayList<>();
        List<CompletableFuture<?>> started = start(client, random, leftOpen);
        started.stream()
            .filter(future -> random.nextInt(4) == 0)
            .forEach(future -> future.cancel(false));
        CompletableFuture<?>[] all = started.toArray(CompletableFuture<?>[]::new);
        CompletableFuture<?> allDone = CompletableFuture.allOf(all);
        allDone.exceptionally(failure -> null).orTimeout(120, TimeUnit.SECONDS).join();
        assertThat(started).as("seed=%d", seed).allMatch(CompletableFuture::isDone);
        started.forEach(LeakTest::closePage);
        leftOpen.forEach(AsyncScan::close);
      }
    }
    RecordingLeakDetector.assertNoLeaks();
  }

  private static List<CompletableFuture<?>> start(
      ColonnadeClient client, Random random, List<AsyncScan> leftOpen) {
    List<CompletableFuture<?>> started = new ArrayList<>();
    GetBuilder get = PEOPLE.newGet();
    KeyBatch keys = PEOPLE.newKeys();
    keys.add().putLong(1).end();
    for (int i = 0; i < 10; i++) {
      started.add(client.async().get(get, keys));
      WriteBatch batch = PEOPLE.newBatch();
      batch.upsert().putLong(i).putText("x".repeat(random.nextInt(3_000))).end();
      CompletableFuture<WriteOk> written = client.async().write(batch);
      var unused = written.whenComplete((ok, failure) -> batch.close());
      started.add(written);
      AsyncScan scan = client.async().scan(PEOPLE.newScan().timeout(Duration.ofMillis(300)));
      CompletableFuture<Optional<ResultPage>> page = scan.nextPage();
      started.add(page);
      switch (random.nextInt(3)) {
        case 0 -> scan.close();
        case 1 -> closeAfter(page, scan);
        default -> leftOpen.add(scan);
      }
    }
    return started;
  }

  private static void closeAfter(CompletableFuture<?> page, AsyncScan scan) {
    var unused = page.whenComplete((ok, failure) -> scan.close());
  }

  private static void closePage(CompletableFuture<?> future) {
    if (future.isCompletedExceptionally()) {
      return;
    }
    Object outcome = future.join();
    if (outcome instanceof Optional<?> page && page.isPresent()) {
      ((ResultPage) page.get()).close();
    } else if (outcome instanceof ResultPage page) {
      page.close();
    }
  }

  private static void respondRandomly(FakeServer.Session session, RequestFrame frame, long seed) {
    int outcome = new Random(seed + frame.streamId()).nextInt(12);
    if (outcome == 0) {
      session.close();
    } else if (outcome == 1) {
      return;
    } else if (frame.request() instanceof Write) {
      session.answer(frame, new WriteOk(1, 0, 0, 0));
    } else if (frame.request() instanceof Get) {
      ScanResponse.Page page = FakeResponses.page(1, outcome);
      session.answer(
          frame, new GetRows(FakeResponses.head(), outcome, page.usage(), page.payload()));
    } else if (frame.request() instanceof Scan) {
      session.answer(frame, FakeResponses.opened());
      session.answer(frame, FakeResponses.page(0, 2));
      session.answer(frame, FakeResponses.page(2, 500));
      session.answer(frame, outcome == 2 ? new Pong() : FakeResponses.end());
    }
  }
}
