package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.page.RowCursor;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.scan.PageSpec;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanFlowControl;
import dev.colonnade.protocol.scan.ScanPageLimits;
import dev.colonnade.protocol.scan.ScanSelection;
import dev.colonnade.protocol.scan.WireScanTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages of both formats with every compression, sent by a server to a client. */
class CompressionTest {
  private static final int ROWS = 2_000;
  private static final int STREAM = 1;

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

  /** Creates rows whose texts are compressible, or hardly. */
  private ClientTable fill(boolean isCompressible) {
    ClientTable people = client.createTable(TestServers.people("people"), false);
    SplittableRandom random = new SplittableRandom(7);
    try (WriteBatch batch = people.newBatch()) {
      for (int id = 0; id < ROWS; id++) {
        batch
            .insert()
            .putLong(id)
            .putText(isCompressible ? "same ".repeat(20) : noise(random))
            .putNull()
            .end();
      }
      client.write(batch);
    }
    return people;
  }

  private static String noise(SplittableRandom random) {
    char[] text = new char[100];
    for (int i = 0; i < text.length; i++) {
      text[i] = (char) random.nextInt(' ', 0x7F);
    }
    return new String(text);
  }

  @ParameterizedTest
  @EnumSource(names = {"COL_BATCH", "KEY_VALUES"})
  void shouldReadTheSameRowsWithEveryCompression(ScanFormat format) throws IOException {
    ClientTable people = fill(true);
    List<List<@Nullable Object>> plain = rows(people, format, Compression.NONE);
    assertThat(plain).hasSize(ROWS);
    long plainBytes = payloadBytes(people, format, Compression.NONE);
    for (Compression compression : List.of(Compression.LZ4, Compression.ZSTD)) {
      assertThat(rows(people, format, compression)).isEqualTo(plain);
      assertThat(payloadBytes(people, format, compression)).isLessThan(plainBytes / 2);
    }
    await().until(() -> server.database().statistics().directBytes() == 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"COL_BATCH", "KEY_VALUES"})
  void shouldReadIncompressiblePages(ScanFormat format) {
    ClientTable people = fill(false);
    List<List<@Nullable Object>> plain = rows(people, format, Compression.NONE);
    for (Compression compression : List.of(Compression.LZ4, Compression.ZSTD)) {
      assertThat(rows(people, format, compression)).isEqualTo(plain);
    }
  }

  private List<List<@Nullable Object>> rows(
      ClientTable table, ScanFormat format, Compression compression) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (ScanStream scan = client.scan(table.newScan().format(format).compression(compression))) {
      while (scan.next()) {
        RowCursor page = scan.page().rows();
        while (page.next()) {
          rows.add(Arrays.asList(page.objectAt(0), page.objectAt(1), page.objectAt(2)));
        }
      }
    }
    return rows;
  }

  private long payloadBytes(ClientTable table, ScanFormat format, Compression compression)
      throws IOException {
    long bytes = 0;
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      raw.send(
          STREAM,
          new Scan(
              new WireScanTarget(table.description().tableId(), 0, 1, List.of(), Bytes.EMPTY),
              ScanSelection.ALL,
              ReadMode.LATEST,
              new PageSpec(format, compression, 0, ScanPageLimits.SERVER_DEFAULTS),
              new ScanFlowControl(1000, Long.MAX_VALUE, false, false)));
      ScanResponse.Opened opened = raw.receive(STREAM, ScanResponse.Opened.class);
      assertThat(opened.head().encoding().format()).isEqualTo(format);
      assertThat(opened.head().encoding().compression()).isEqualTo(compression);
      while (raw.receive().response() instanceof ScanResponse.Page page) {
        bytes += page.payload().readableBytes();
      }
    }
    return bytes;
  }
}
