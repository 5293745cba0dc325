package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.CachedVersion;
import dev.colonnade.mvcc.Version;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.response.GetRows;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.result.WireScanUsage;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.scan.ipc.BufferCompression;
import dev.colonnade.scan.ipc.StreamHeader;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.server.net.Exchange;
import dev.colonnade.server.session.page.KeyValuePayloadBuilder;
import dev.colonnade.server.session.page.PagePayload;
import dev.colonnade.server.session.page.ScanResultTranslator;
import dev.colonnade.server.session.row.CommittedReads;
import dev.colonnade.server.session.row.RowReads;
import dev.colonnade.server.translate.KeyTupleDecoder;
import dev.colonnade.server.translate.ScanTranslator;
import dev.colonnade.server.translate.TableTranslator;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Handler of gets: reads rows by their keys. Few rows that are all in memory are returned on the
 * event loop, as stored key-value pairs; a column batch is returned only if the client requests it.
 */
final class GetHandler {
  /** Maximum number of keys of a get on the event loop: about as much work as other requests. */
  static final int KEYS_ON_EVENT_LOOP_MAX = 64;

  private final Session session;
  private final SessionDependencies dependencies;
  private final RowReads committed;

  GetHandler(Session session, SessionDependencies dependencies) {
    this.session = requireNonNull(session, "session is null");
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
    this.committed = new CommittedReads(session);
  }

  /**
   * Responds to a get if all rows are in memory, and returns whether it did. Never blocks. The
   * caller retains the request.
   */
  boolean tryAnswerFromMemory(Get get, Exchange exchange) {
    if (get.keyCount() > KEYS_ON_EVENT_LOOP_MAX
        || get.selection().format() == ScanFormat.COL_BATCH
        || (isOfLatest(get) && !session.freshness().isEnoughForRequest())) {
      return false;
    }
    ReadMode mode = get.selection().read();
    CommittedReads.requireNoLock(mode);
    long readTimestamp = isOfLatest(get) ? session.latestTimestamp() : mode.readTimestamp();
    Lookup lookup = lookup(get, committed, readTimestamp);
    try (KeyValuePayloadBuilder payload = newPayload(exchange)) {
      for (Key rowKey : lookup.keys()) {
        if (!addFromMemory(rowKey, lookup, payload)) {
          return false;
        }
      }
      answer(lookup, payload, exchange);
      return true;
    }
  }

  /** Responds to a get outside of a transaction; may read from disk. Releases the request. */
  public void answer(Get get, Exchange exchange) {
    answer(get, exchange, committed);
  }

  /** Responds to a get; may read from disk. Releases the request. */
  void answer(Get get, Exchange exchange, RowReads reads) {
    try {
      // The timestamp precedes the catalog snapshot, so that the snapshot has every schema version.
      Lookup lookup = lookup(get, reads, reads.readTimestamp(get.selection().read()));
      if (get.selection().format() == ScanFormat.COL_BATCH && isAscending(lookup.keys())) {
        answerColumns(lookup, reads, exchange);
        return;
      }
      try (KeyValuePayloadBuilder payload = newPayload(exchange)) {
        for (Key rowKey : lookup.keys()) {
          add(rowKey, lookup, reads, payload);
        }
        answer(lookup, payload, exchange);
      }
    } finally {
      get.release();
    }
  }

  private static boolean isOfLatest(Get get) {
    return get.selection().read().readTimestamp() == ReadMode.LATEST_TIMESTAMP;
  }

  /** Resolved get: table, columns, families and keys. */
  private record Lookup(
      Table table,
      List<Integer> columnIds,
      List<Integer> familyIds,
      long readTimestamp,
      List<Key> keys) {
    Key stored(Key rowKey, int familyId) {
      return table.format().keyCodec().familyKey(rowKey, familyId);
    }
  }

  private Lookup lookup(Get get, RowReads reads, long readTimestamp) {
    Table table = reads.catalog().table(get.table().tableId());
    session.rights().requireRead(table);
    table.history().version(get.table().schemaVersion());
    List<Integer> columnIds = ScanTranslator.columnIds(get.selection().columnIds(), table.schema());
    List<Key> keys = reads.selected(keys(get, table));
    return new Lookup(table, columnIds, families(table, columnIds), readTimestamp, keys);
  }

  /** Returns the row keys of a get, which keeps its buffer. */
  static List<Key> keys(Get get, Table table) {
    return KeyTupleDecoder.whole(table.format().keyCodec())
        .keys(get.keys().duplicate(), get.keyCount());
  }

  /**
   * Returns the families to read: the first, which marks the row's existence, and those of columns.
   */
  private static List<Integer> families(Table table, List<Integer> columnIds) {
    TreeSet<Integer> ids = new TreeSet<>();
    ids.add(table.schema().families().getFirst().id());
    for (int columnId : columnIds) {
      table.schema().column(columnId);
      if (!table.schema().isKey(columnId)) {
        ids.add(table.schema().familyOf(columnId).id());
      }
    }
    return List.copyOf(ids);
  }

  private KeyValuePayloadBuilder newPayload(Exchange exchange) {
    return new KeyValuePayloadBuilder(exchange.allocator(), exchange.payloadBytesMax());
  }

  private boolean addFromMemory(Key rowKey, Lookup lookup, KeyValuePayloadBuilder payload) {
    for (Integer familyId : lookup.familyIds()) {
      Key key = lookup.stored(rowKey, familyId);
      switch (session.tryGet(lookup.table(), key, lookup.readTimestamp())) {
        case CachedVersion.NotCached _ -> {
          return false;
        }
        case CachedVersion.Found(Version version) -> payload.add(key, version.value());
        case CachedVersion.Absent _ -> {
          if (familyId.equals(lookup.familyIds().getFirst())) {
            return true; // no such row
          }
        }
      }
    }
    payload.endRow();
    return true;
  }

  private static void add(
      Key rowKey, Lookup lookup, RowReads reads, KeyValuePayloadBuilder payload) {
    for (Integer familyId : lookup.familyIds()) {
      Key key = lookup.stored(rowKey, familyId);
      Version version = reads.get(lookup.table(), key, lookup.readTimestamp());
      if (version != null) {
        payload.add(key, version.value());
      } else if (familyId.equals(lookup.familyIds().getFirst())) {
        return; // no such row
      }
    }
    payload.endRow();
  }

  private void answer(Lookup lookup, KeyValuePayloadBuilder payload, Exchange exchange) {
    int rows = payload.rowCount();
    WireScanUsage usage =
        new WireScanUsage(
            rows, rows, payload.pairCount(), payload.byteCount(), payload.byteCount());
    observe(rows, usage);
    ResultMetadata head =
        ScanResultTranslator.pairsHead(
            Compression.NONE, lookup.readTimestamp(), lookup.table().schema().version());
    exchange.answer(new GetRows(head, rows, usage, payload.take()));
  }

  private void answerColumns(Lookup lookup, RowReads reads, Exchange exchange) {
    int bytesMax = exchange.payloadBytesMax();
    ScanPage page =
        reads.page(lookup.table(), request(lookup, bytesMax), Cancellation.withoutDeadline());
    boolean fits = page.end().isLast() && page.usage().encodedBytes() <= bytesMax;
    if (!fits || !(page instanceof ColumnPage columns)) {
      page.close();
      throw KeyValuePayloadBuilder.tooLarge(bytesMax);
    }
    int rows = page.rowCount();
    WireScanUsage usage = ScanResultTranslator.usage(page.usage());
    ResultMetadata head = columnsHead(lookup, columns);
    observe(rows, usage);
    PagePayload payload = PagePayload.of(page, PagePayload.Encoders.of(BufferCompression.NONE));
    exchange.answer(new GetRows(head, rows, usage, payload.bytes()), payload.release());
  }

  private ScanRequest request(Lookup lookup, int bytesMax) {
    ScanTarget target = ScanTarget.rows(lookup.table().format());
    PageLimits page = PageLimits.DEFAULT.withEncodedBytes(bytesMax);
    return new ScanRequest(
        target,
        ScanRequest.spansOf(target, lookup.keys()),
        lookup.readTimestamp(),
        Selection.of(lookup.columnIds()),
        new ScanRequest.Terms(ScanLimits.DEFAULT.withPage(page), ScanOptions.DEFAULT));
  }

  private ResultMetadata columnsHead(Lookup lookup, ColumnPage page) {
    byte[] schema = StreamHeader.encode(page.batch().schema());
    return new ResultMetadata(
        new ResultMetadata.Encoding(ScanFormat.COL_BATCH, Compression.NONE),
        lookup.readTimestamp(),
        lookup.table().schema().version(),
        TableTranslator.resultColumns(lookup.table().schema(), lookup.columnIds()),
        Bytes.copyOf(schema));
  }

  private void observe(int rows, WireScanUsage usage) {
    dependencies.observer().pageRead(RequestType.GET, rows, usage.encodedBytes());
    dependencies.observer().scanned(RequestType.GET, usage.scannedBytes(), usage.pairsScanned());
  }

  /**
   * Returns whether the keys are strictly ascending, so that a scan returns each once, in order.
   */
  private static boolean isAscending(Collection<Key> keys) {
    @Nullable Key previous = null;
    for (Key key : keys) {
      if (previous != null && previous.compareTo(key) >= 0) {
        return false;
      }
      previous = key;
    }
    return true;
  }
}
