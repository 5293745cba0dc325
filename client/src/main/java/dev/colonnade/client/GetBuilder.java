package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanFormat;
import io.netty.buffer.Unpooled;
import java.util.List;

/**
 * Says what gets return of the rows of their keys. Build it once and use it for many gets: what is
 * worked out for the first serves the others. Changing it is not thread-safe, using it is.
 */
public final class GetBuilder {
  private final Table table;
  private final HeadCache heads = new HeadCache();
  private List<Integer> columnIds = List.of();
  private long readTimestamp = ReadMode.LATEST_TIMESTAMP;
  private ScanFormat format = ScanFormat.AUTO;

  GetBuilder(Table table) {
    this.table = table;
  }

  /** Returns these columns only, in this order. */
  public GetBuilder columns(String... names) {
    columnIds = table.columnIds(List.of(names));
    heads.clear();
    return this;
  }

  /** Reads the state as of a timestamp. */
  public GetBuilder asOf(long timestamp) {
    readTimestamp = timestamp;
    return this;
  }

  public GetBuilder format(ScanFormat newFormat) {
    format = requireNonNull(newFormat, "newFormat is null");
    return this;
  }

  Table table() {
    return table;
  }

  List<Integer> columnIds() {
    return columnIds;
  }

  HeadCache heads() {
    return heads;
  }

  /** The request for one attempt, which has a buffer of its own. */
  Get toRequest(int keyCount, Bytes keys) {
    return new Get(
        table.version(),
        new Get.Selection(columnIds, ReadMode.at(readTimestamp), format),
        keyCount,
        Unpooled.wrappedBuffer(keys.toArray()));
  }
}
