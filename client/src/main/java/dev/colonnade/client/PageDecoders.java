package dev.colonnade.client;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.client.page.batch.BatchPageDecoder;
import dev.colonnade.client.page.pair.PairPageDecoder;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.TableDescription;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Factory of page decoders. Stored pairs are decoded with the description of their table, which is
 * requested again if the known one is older than the result.
 */
final class PageDecoders {
  private final Function<String, CompletableFuture<TableDescription>> describe;
  private final Map<Integer, TableDescription> newest = new ConcurrentHashMap<>();

  PageDecoders(Function<String, CompletableFuture<TableDescription>> describe) {
    this.describe = describe;
  }

  /**
   * Returns the decoder of a result.
   *
   * @param columnIds requested columns, which are the result columns if the head lists none
   */
  public CompletableFuture<PageDecoder> decoder(
      ResultMetadata head, TableDescription known, List<Integer> columnIds) {
    if (head.encoding().format() == ScanFormat.COL_BATCH && !head.columns().isEmpty()) {
      return tryCreate(() -> new BatchPageDecoder(head));
    }
    return describeAtLeast(head.schemaVersion(), known)
        .thenCompose(table -> tryCreate(() -> newDecoder(head, table, columnIds)));
  }

  /** Returns the failure of a result that cannot be decoded. */
  static ClientException undecodable(RuntimeException refused) {
    return new ClientException(
        ClientError.PROTOCOL_VIOLATION, "result is malformed: " + refused.getMessage(), refused);
  }

  private CompletableFuture<TableDescription> describeAtLeast(int version, TableDescription known) {
    if (known.current().version() >= version) {
      return CompletableFuture.completedFuture(known);
    }
    TableDescription newer = newest.get(known.tableId());
    if (newer != null && newer.current().version() >= version) {
      return CompletableFuture.completedFuture(newer);
    }
    return describe
        .apply(known.name())
        .thenApply(
            described -> {
              requireSame(known, described, version);
              newest.put(described.tableId(), described);
              return described;
            });
  }

  private static void requireSame(TableDescription known, TableDescription described, int version) {
    if (described.tableId() != known.tableId() || described.current().version() < version) {
      throw new ClientException(
          ClientError.PROTOCOL_VIOLATION,
          "table is not the one that was read: table="
              + known.name()
              + " tableId="
              + known.tableId()
              + " described="
              + described.tableId()
              + " version="
              + version);
    }
  }

  private static PageDecoder newDecoder(
      ResultMetadata head, TableDescription table, List<Integer> columnIds) {
    ResultMetadata full = head.columns().isEmpty() ? withColumns(head, table, columnIds) : head;
    return head.encoding().format() == ScanFormat.COL_BATCH
        ? new BatchPageDecoder(full)
        : new PairPageDecoder(full, table);
  }

  private static ResultMetadata withColumns(
      ResultMetadata head, TableDescription table, List<Integer> columnIds) {
    var version =
        table
            .version(head.schemaVersion())
            .orElseThrow(
                () ->
                    ProtocolException.malformed(
                        "unknown schema version: version=" + head.schemaVersion()));
    List<ColumnDescription> columns =
        columnIds.isEmpty()
            ? version.columns()
            : columnIds.stream().flatMap(columnId -> version.column(columnId).stream()).toList();
    return new ResultMetadata(
        head.encoding(),
        head.readTimestamp(),
        head.schemaVersion(),
        columns.stream().map(PageDecoders::resultColumn).toList(),
        head.arrowSchema());
  }

  private static ResultColumn resultColumn(ColumnDescription column) {
    return new ResultColumn(column.columnId(), column.name(), column.type(), column.nullable());
  }

  private interface DecoderSource {
    PageDecoder create();
  }

  private static CompletableFuture<PageDecoder> tryCreate(DecoderSource source) {
    try {
      return CompletableFuture.completedFuture(source.create());
    } catch (ProtocolException refused) {
      return CompletableFuture.failedFuture(undecodable(refused));
    }
  }
}
