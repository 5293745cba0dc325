package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.scan.PageSpec;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanFlowControl;
import dev.colonnade.protocol.scan.ScanPageLimits;
import dev.colonnade.protocol.scan.ScanSelection;
import dev.colonnade.protocol.scan.WireScanTarget;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Flow control of scans: credit, cancel, deadlines, slow or disconnected readers, and resume keys.
 */
@Tag("integration")
class ScanFlowTest {
  private static final int ROWS = 20_000;
  private static final int STREAM = 5;
  private static final int PAGE_BYTES = 64 * 1024;

  @TempDir private Path folder;
  private Server server;
  private ColonnadeClient client;
  private ClientTable people;

  @BeforeEach
  void start() {
    server = TestServers.start(folder);
    client = TestServers.connect(server);
    people = client.createTable(TestServers.people("people"), false);
    String text = "x".repeat(200);
    try (WriteBatch batch = people.newBatch()) {
      for (int i = 0; i < ROWS; i++) {
        batch.insert().putLong(i).putText(text).putInt(i).end();
      }
      client.write(batch);
    }
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void shouldSendNoMorePagesThanTheCreditAllows() throws IOException {
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      raw.send(STREAM, scan(new ScanFlowControl(2, Long.MAX_VALUE, false, false), Bytes.EMPTY));
      raw.receive(STREAM, ScanResponse.Opened.class);
      raw.receive(STREAM, ScanResponse.Page.class);
      raw.receive(STREAM, ScanResponse.Page.class);
      assertThat(raw.isQuietFor(300)).isTrue();
      raw.send(STREAM, new Credit(1, 0));
      raw.receive(STREAM, ScanResponse.Page.class);
      assertThat(raw.isQuietFor(300)).isTrue();
      raw.send(STREAM, new Credit(Integer.MAX_VALUE, Long.MAX_VALUE));
      long rows = rowsUntilEnd(raw);
      assertThat(rows).isLessThan(ROWS);
    }
    awaitNoMemory();
  }

  @Test
  void shouldStopSendingWhenTheByteCreditIsExhausted() throws IOException {
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      raw.send(STREAM, scan(new ScanFlowControl(1000, 1, false, false), Bytes.EMPTY));
      raw.receive(STREAM, ScanResponse.Opened.class);
      ScanResponse.Page page = raw.receive(STREAM, ScanResponse.Page.class);
      assertThat(raw.isQuietFor(300)).isTrue();
      raw.send(STREAM, new Credit(0, page.payload().readableBytes()));
      raw.receive(STREAM, ScanResponse.Page.class);
      assertThat(raw.isQuietFor(300)).isTrue();
    }
    awaitNoMemory();
  }

  @Test
  void shouldEndACanceledScanWithAnError() throws IOException {
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      raw.send(STREAM, scan(new ScanFlowControl(1, Long.MAX_VALUE, false, false), Bytes.EMPTY));
      raw.receive(STREAM, ScanResponse.Opened.class);
      raw.receive(STREAM, ScanResponse.Page.class);
      raw.send(STREAM, new Cancel());
      ErrorResponse error = raw.receive(STREAM, ErrorResponse.class);
      assertThat(error.number()).isEqualTo(ErrorCode.CANCELED.number());
      raw.send(STREAM, new Credit(5, 5)); // for a scan that has ended: ignored
      raw.send(STREAM, new Ping());
      raw.receive(STREAM, Pong.class);
    }
    awaitNoMemory();
  }

  @Test
  void shouldEndAScanWhoseDeadlineHasPassed() throws IOException {
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      Scan scan = scan(new ScanFlowControl(1, Long.MAX_VALUE, false, false), Bytes.EMPTY);
      raw.send(new RequestFrame(STREAM, 500, scan));
      Response answer = raw.receive(STREAM, Response.class);
      while (!(answer instanceof ErrorResponse)) { // at most one page, none on a slow machine
        ReferenceCountUtil.release(answer);
        answer = raw.receive(STREAM, Response.class);
      }
      ErrorResponse error = (ErrorResponse) answer;
      assertThat(error.number()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED.number());
    }
    awaitNoMemory();
  }

  @Test
  void shouldReleaseAllMemoryWhenTheReaderDisconnects() throws IOException {
    for (int pages = 0; pages < 4; pages++) {
      try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
        for (int scans = 1; scans <= 3; scans++) {
          raw.send(
              scans, scan(new ScanFlowControl(1000, Long.MAX_VALUE, false, false), Bytes.EMPTY));
        }
        for (int i = 0; i < pages; i++) {
          raw.receive();
        }
      }
      await().until(() -> server.connectionCount() == 1);
    }
    awaitNoMemory();
    client.ping();
  }

  @Test
  void shouldBoundTheMemoryOfSlowReaders() throws Exception {
    long outboundMax = TestServers.config(folder).network().outboundBytesMax();
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      raw.send(
          STREAM, scan(new ScanFlowControl(1_000_000, Long.MAX_VALUE, false, false), Bytes.EMPTY));
      Thread.sleep(1000); // without reading
      // In addition to the queued pages, some are ready or being computed.
      assertThat(server.database().statistics().directBytes())
          .isLessThan(outboundMax + 32L * PAGE_BYTES);
      raw.receive(STREAM, ScanResponse.Opened.class);
      assertThat(rowsUntilEnd(raw)).isEqualTo(ROWS);
    }
    awaitNoMemory();
  }

  @Test
  void shouldResumeAfterAnyPageOnAnotherConnection() throws IOException {
    Bytes resume = Bytes.EMPTY;
    long rows = 0;
    int pages = 0;
    do {
      if (pages == 3) {
        client.close();
        server.close();
        server = TestServers.start(folder);
        client = TestServers.connect(server);
      }
      try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
        raw.send(STREAM, scan(new ScanFlowControl(1, Long.MAX_VALUE, true, false), resume));
        raw.receive(STREAM, ScanResponse.Opened.class);
        ScanResponse.Page page = raw.receive(STREAM, ScanResponse.Page.class);
        ScanResponse.End end = raw.receive(STREAM, ScanResponse.End.class);
        assertThat(end.resume()).isEqualTo(page.resume());
        rows += page.rowCount();
        resume = page.resume();
        pages++;
      }
      if (pages == 5) {
        splitAt(ROWS - 100);
      }
    } while (!resume.isEmpty());
    assertThat(rows).isEqualTo(ROWS);
    assertThat(pages).isGreaterThan(10);
  }

  private void splitAt(long id) {
    var keys = client.table("people").newKeys();
    keys.add().putLong(id).end();
    client.splitAt(client.table("people"), keys);
  }

  private static long rowsUntilEnd(RawClient raw) throws IOException {
    long rows = 0;
    while (true) {
      switch (raw.receive().response()) {
        case ScanResponse.Page page -> rows += page.rowCount();
        case ScanResponse.End end -> {
          return rows;
        }
        case ErrorResponse error -> throw new AssertionError(error.message());
        default -> throw new AssertionError("unexpected frame");
      }
    }
  }

  private void awaitNoMemory() {
    await().until(() -> server.database().statistics().directBytes() == 0);
  }

  private Scan scan(ScanFlowControl flow, Bytes resume) {
    return new Scan(
        new WireScanTarget(people.description().tableId(), 0, 1, List.of(), resume),
        ScanSelection.ALL,
        ReadMode.LATEST,
        new PageSpec(
            ScanFormat.COL_BATCH, Compression.NONE, 0, new ScanPageLimits(0, PAGE_BYTES, 0, false)),
        flow);
  }
}
