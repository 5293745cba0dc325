package dev.colonnade.client.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.WaitPolicy;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.protocol.schema.TableDescription;
import io.netty.buffer.Unpooled;
import java.util.List;

/**
 * Builder of get requests: the columns and snapshot of rows that are read by key. A builder is
 * created once and used for many gets, which share a cached decoder. Changes are not thread-safe,
 * use is.
 */
public final class GetBuilder {
  private final TableMetadata table;
  private final DecoderCache heads = new DecoderCache();
  private List<Integer> columnIds = List.of();
  private long readTimestamp = ReadMode.LATEST_TIMESTAMP;
  private WireLockStrength lockStrength = WireLockStrength.NONE;
  private WaitPolicy waitPolicy = WaitPolicy.BLOCK;
  private ScanFormat format = ScanFormat.AUTO;

  /** Creates a get of all columns. */
  public GetBuilder(TableMetadata table) {
    this.table = table;
  }

  /** Selects these columns, in this order. */
  public GetBuilder columns(String... names) {
    columnIds = table.columnIds(List.of(names));
    heads.clear();
    return this;
  }

  /** Reads the snapshot of a timestamp. */
  public GetBuilder asOf(long timestamp) {
    readTimestamp = timestamp;
    return this;
  }

  /** Locks the returned rows, and waits for transactions that have locked them. */
  public GetBuilder lock(WireLockStrength strength) {
    return lock(strength, WaitPolicy.BLOCK);
  }

  /**
   * Locks the returned rows until the end of the transaction; only transactions lock rows.
   *
   * @param onLocked what happens at a row that another transaction has locked: with SKIP_LOCKED it
   *     is left out
   */
  public GetBuilder lock(WireLockStrength strength, WaitPolicy onLocked) {
    lockStrength = requireNonNull(strength, "strength is null");
    waitPolicy = requireNonNull(onLocked, "onLocked is null");
    return this;
  }

  /** Sets the format of the rows. */
  public GetBuilder format(ScanFormat newFormat) {
    format = requireNonNull(newFormat, "newFormat is null");
    return this;
  }

  /** Returns the description of the table. */
  public TableDescription description() {
    return table.description();
  }

  /** Returns the ids of the requested columns; empty for all. */
  public List<Integer> columnIds() {
    return columnIds;
  }

  /** Returns the decoders of the responses to earlier gets. */
  public DecoderCache heads() {
    return heads;
  }

  /** Returns the request for one attempt, which has its own buffer. */
  public Get toRequest(int keyCount, Bytes keys) {
    return new Get(
        table.version(),
        new Get.Selection(columnIds, new ReadMode(readTimestamp, lockStrength, waitPolicy), format),
        keyCount,
        Unpooled.wrappedBuffer(keys.toArray()));
  }
}
