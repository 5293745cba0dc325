package dev.colonnade.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.RowCursor;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.GetRows;
import dev.colonnade.protocol.response.ScanResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Tests of scans: a scan returns a whole result or an error, and the pages in transit never exceed
 * the credit.
 */
final class ScansTest {
  private static final ClientTable PEOPLE = new ClientTable(FakeResponses.PEOPLE);

  @AfterAll
  static void shouldLeakNothing() {
    RecordingLeakDetector.assertNoLeaks();
  }

  @Test
  void shouldReadAllPages() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  if (frame.request() instanceof Scan) {
                    session.answer(frame, FakeResponses.opened());
                    session.answer(frame, FakeResponses.page(0, 3));
                    session.answer(frame, FakeResponses.page(3, 0));
                    session.answer(frame, FakeResponses.page(3, 2));
                    session.answer(frame, FakeResponses.end());
                  }
                });
        ColonnadeClient client = server.newClient().build();
        ScanStream scan = client.scan(PEOPLE.newScan())) {
      List<String> names = new ArrayList<>();
      while (scan.next()) {
        RowCursor rows = scan.page().rows();
        while (rows.next()) {
          assertThat(rows.textAt(1)).isEqualTo("n" + rows.longAt(0));
          names.add(rows.textAt(1));
        }
      }
      assertThat(names).containsExactly("n0", "n1", "n2", "n3", "n4");
      assertThat(scan.end()).contains(FakeResponses.end());
      assertThat(scan.next()).isFalse();
    }
  }

  @Test
  void shouldHonorCreditOfSlowReaders() {
    Feeder feeder = new Feeder(20);
    try (FakeServer server = new FakeServer(feeder);
        ColonnadeClient client = server.newClient().build();
        ScanStream scan = client.scan(PEOPLE.newScan().credit(3, 1L << 30))) {
      int pages = 0;
      while (scan.next()) {
        pages++;
        // The pages in transit never exceed the credit.
        assertThat(feeder.pagesSent).isLessThanOrEqualTo(pages + 3);
        Awaitility.await()
            .pollDelay(Duration.ZERO)
            .until(() -> feeder.credit == 0 || feeder.isDone());
      }
      assertThat(pages).isEqualTo(20);
    }
  }

  @Test
  void shouldGrantCreditByTheByte() {
    Feeder feeder = new Feeder(10);
    int pageBytes = pageBytes();
    try (FakeServer server = new FakeServer(feeder);
        ColonnadeClient client = server.newClient().build();
        ScanStream scan = client.scan(PEOPLE.newScan().credit(1_000, pageBytes + 1L))) {
      int pages = 0;
      while (scan.next()) {
        pages++;
      }
      assertThat(pages).isEqualTo(10);
      assertThat(server.requests().stream().filter(it -> it.request() instanceof Credit))
          .isNotEmpty();
    }
  }

  @Test
  void shouldRejectPagesWithoutCredit() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  if (frame.request() instanceof Scan) {
                    session.answer(frame, FakeResponses.opened());
                    for (int i = 0; i < 5; i++) {
                      session.answer(frame, FakeResponses.page(i, 1));
                    }
                  }
                });
        ColonnadeClient client = server.newClient().build();
        AsyncScan scan = client.async().scan(PEOPLE.newScan().credit(2, 1L << 30))) {
      Awaitility.await()
          .until(() -> server.requests().stream().anyMatch(it -> it.request() instanceof Cancel));
      ClientException failure = failureOf(scan.nextPage());
      assertThat(failure.is(ClientError.PROTOCOL_VIOLATION)).isTrue();
    }
  }

  @Test
  void shouldFailAsAWholeAfterValidPages() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  session.answer(frame, FakeResponses.opened());
                  session.answer(frame, FakeResponses.page(0, 2));
                  session.answer(frame, FakeResponses.page(2, 2));
                  session.answer(frame, FakeResponses.error(ErrorCategory.RETRY));
                });
        ColonnadeClient client = server.newClient().build();
        ScanStream scan = client.scan(PEOPLE.newScan())) {
      ClientException failure =
          catchThrowableOfType(
              ClientException.class,
              () -> {
                while (scan.next()) {
                  scan.page();
                }
              });
      assertThat(failure.number()).isEqualTo(1234);
      assertThat(scan.end()).isEmpty();
    }
  }

  @Test
  void shouldRetryAScanBeforeItsFirstPage() {
    try (FakeServer server = new FakeServer((session, frame) -> {});
        ColonnadeClient client = server.newClient().build()) {
      server.script(
          (session, frame) -> {
            session.answer(frame, FakeResponses.opened());
            if (server.sessions().size() < 3) {
              session.answer(frame, FakeResponses.page(0, 1));
              session.close();
            } else {
              session.answer(frame, FakeResponses.page(5, 1));
              session.answer(frame, FakeResponses.end());
            }
          });
      try (AsyncScan scan = client.async().scan(PEOPLE.newScan())) {
        Awaitility.await().until(() -> server.sessions().size() == 3);
        Awaitility.await().until(() -> scan.head().isPresent());
        try (ResultPage page = pageOf(scan.nextPage()).orElseThrow()) {
          assertThat(page.column("id").longAt(0)).isEqualTo(5);
        }
        assertThat(pageOf(scan.nextPage())).isEmpty();
      }
    }
  }

  @Test
  void shouldNotRetryAScanAfterItsFirstPage() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  session.answer(frame, FakeResponses.opened());
                  session.answer(frame, FakeResponses.page(0, 1));
                });
        ColonnadeClient client = server.newClient().build();
        ScanStream scan = client.scan(PEOPLE.newScan())) {
      assertThat(scan.next()).isTrue();
      server.sessions().forEach(FakeServer.Session::close);
      ClientException failure = catchThrowableOfType(ClientException.class, scan::next);
      assertThat(failure.is(ClientError.CONNECTION_LOST)).isTrue();
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void shouldFailWhenTheConnectionIsLostInTheMiddleOfAPage() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  session.answer(frame, FakeResponses.opened());
                  session.answer(frame, FakeResponses.page(0, 1));
                  session.later(
                      50,
                      () -> {
                        session.sendRaw(halfAPage(frame.streamId()));
                        session.close();
                      });
                });
        ColonnadeClient client = server.newClient().build();
        ScanStream scan = client.scan(PEOPLE.newScan())) {
      assertThat(scan.next()).isTrue();
      ClientException failure = catchThrowableOfType(ClientException.class, scan::next);
      assertThat(failure.is(ClientError.CONNECTION_LOST)).isTrue();
    }
  }

  @Test
  void shouldCancelTheScanWhenItIsClosedEarly() {
    Feeder feeder = new Feeder(1_000);
    try (FakeServer server = new FakeServer(feeder);
        ColonnadeClient client = server.newClient().build()) {
      try (ScanStream scan = client.scan(PEOPLE.newScan())) {
        assertThat(scan.next()).isTrue();
      }
      Awaitility.await()
          .until(() -> server.requests().stream().anyMatch(it -> it.request() instanceof Cancel));
    }
  }

  @Test
  void shouldFailAtItsDeadline() {
    try (FakeServer server =
            new FakeServer((session, frame) -> session.answer(frame, FakeResponses.opened()));
        ColonnadeClient client = server.newClient().build();
        ScanStream scan = client.scan(PEOPLE.newScan().timeout(Duration.ofMillis(100)))) {
      ClientException failure = catchThrowableOfType(ClientException.class, scan::next);
      assertThat(failure.is(ClientError.DEADLINE_EXCEEDED)).isTrue();
    }
  }

  @Test
  void shouldRejectPagesThatDoNotMatchTheirMetadata() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  if (frame.request() instanceof Scan) {
                    ScanResponse.Page page = FakeResponses.page(0, 3);
                    session.answer(frame, FakeResponses.opened());
                    session.answer(
                        frame,
                        new ScanResponse.Page(
                            4, page.reason(), page.resume(), page.usage(), page.payload()));
                  }
                });
        ColonnadeClient client = server.newClient().build();
        ScanStream scan = client.scan(PEOPLE.newScan())) {
      ClientException failure = catchThrowableOfType(ClientException.class, scan::next);
      assertThat(failure.is(ClientError.PROTOCOL_VIOLATION)).isTrue();
      Awaitility.await()
          .until(() -> server.requests().stream().anyMatch(it -> it.request() instanceof Cancel));
    }
  }

  @Test
  void shouldGetRowsByKey() {
    try (FakeServer server =
            new FakeServer(
                (session, frame) -> {
                  ScanResponse.Page page = FakeResponses.page(8, 1);
                  session.answer(
                      frame, new GetRows(FakeResponses.head(), 1, page.usage(), page.payload()));
                });
        ColonnadeClient client = server.newClient().build()) {
      GetBuilder get = PEOPLE.newGet().columns("id", "name");
      KeyBatch keys = PEOPLE.newKeys();
      for (int i = 0; i < 3; i++) {
        keys.clear();
        keys.add().putLong(8).end();
        try (ResultPage page = client.get(get, keys)) {
          assertThat(page.rowCount()).isEqualTo(1);
          assertThat(page.column("name").textAt(0)).isEqualTo("n8");
        }
      }
    }
  }

  private static int pageBytes() {
    ScanResponse.Page page = FakeResponses.page(0, 1);
    int bytes = page.payload().readableBytes();
    page.release();
    return bytes;
  }

  private static ByteBuf halfAPage(int streamId) {
    ByteBuf half = Unpooled.buffer();
    half.writeIntLE(1_000).writeByte(0xA3).writeByte(0).writeIntLE(streamId).writeZero(100);
    return half;
  }

  private static Optional<ResultPage> pageOf(CompletableFuture<Optional<ResultPage>> future) {
    return future.orTimeout(120, TimeUnit.SECONDS).join();
  }

  private static ClientException failureOf(CompletableFuture<?> future) {
    return (ClientException)
        future.orTimeout(120, TimeUnit.SECONDS).handle((page, failure) -> failure).join();
  }

  /** Script that sends pages of one row while there is credit. */
  private static final class Feeder implements FakeServer.Script {
    private final int pageCount;
    private volatile int credit;
    private volatile int pagesSent;
    private long creditBytes;

    Feeder(int pageCount) {
      this.pageCount = pageCount;
    }

    boolean isDone() {
      return pagesSent == pageCount;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the server's one event loop writes
    public void onRequest(FakeServer.Session session, RequestFrame frame) {
      if (frame.request() instanceof Scan scan) {
        session.answer(frame, FakeResponses.opened());
        credit = scan.flow().creditPages();
        creditBytes = scan.flow().creditBytes();
      } else if (frame.request() instanceof Credit more) {
        credit += more.pages();
        creditBytes += more.bytes();
      } else {
        return;
      }
      while (credit > 0 && creditBytes > 0 && !isDone()) {
        ScanResponse.Page page = FakeResponses.page(pagesSent, 1);
        creditBytes -= page.payload().readableBytes();
        credit--;
        pagesSent++;
        session.answer(frame, page);
        if (isDone()) {
          session.answer(frame, FakeResponses.end());
        }
      }
    }
  }
}
