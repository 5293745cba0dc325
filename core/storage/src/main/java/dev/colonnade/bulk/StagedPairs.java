package dev.colonnade.bulk;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreReader;
import dev.colonnade.store.TableFileWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sorted pairs that are ready to be ingested: few of them in memory, many in table files. Divided
 * into pieces, each of which becomes a range. One thread.
 */
final class StagedPairs implements AutoCloseable {
  /** Bytes up to which pairs are written as a batch, which is cheaper than a file. */
  static final long BATCH_BYTES_MAX = 1L << 20;

  private static final long FILE_BYTES_MAX = 64L << 20;

  /**
   * Neighbouring pairs.
   *
   * @param rowCount number of rows
   * @param bytes bytes of all keys and values
   * @param rest pairs that begin no row; null if there are none
   */
  record Piece(Key first, Key last, int rowCount, long bytes, @Nullable Rest rest) {}

  /** Pairs of further families of rows: the key of one of them, and their number. */
  record Rest(Key key, int count) {}

  private final BulkWrites writes;
  private final Store store;
  private final long timestamp;
  private final long pieceBytesMax;

  /** True if rows may have several pairs. */
  private final boolean hasFamilies;

  private final NavigableMap<Key, byte[]> small = new TreeMap<>();
  private final List<TableFileWriter> files = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();

  private byte @Nullable [] pieceStart;

  /** Key of the current piece that begins no row; null if there is none. */
  private byte @Nullable [] pieceRest;

  /** Last pair, the value behind the key. */
  private byte[] last = new byte[0];

  private int lastKeyLength;
  private int lastValueLength;
  private int pieceCount;
  private int pieceRows;
  private long pieceBytes;
  private long smallBytes;

  private StagedPairs(BulkWrites writes, long timestamp, boolean hasFamilies) {
    this.hasFamilies = hasFamilies;
    this.writes = writes;
    store = writes.store();
    this.timestamp = timestamp;
    pieceBytesMax = writes.pieceBytesMax();
  }

  /**
   * Stages all pairs, as versions of {@code timestamp}.
   *
   * @param progress counts the pairs
   */
  static StagedPairs of(
      SortedPairs pairs,
      ConflictResolver conflicts,
      BulkWrites writes,
      long timestamp,
      CommandProgress progress) {
    StagedPairs staged = new StagedPairs(writes, timestamp, conflicts.hasFamilies());
    try {
      for (int step = 1; pairs.next(); step++) {
        if (step % InterruptionPoint.STEPS == 0) {
          InterruptionPoint.check();
          progress.add(ProgressCounter.ROWS_DONE, InterruptionPoint.STEPS);
        }
        staged.add(pairs, conflicts);
      }
      staged.endPiece();
      if (!staged.files.isEmpty()) {
        staged.files.getLast().finish();
      }
      return staged;
    } catch (RuntimeException | Error e) {
      staged.close();
      throw e;
    }
  }

  private void add(SortedPairs pairs, ConflictResolver conflicts) {
    byte[] bytes = pairs.bytes();
    int from = pairs.keyOffset();
    int valueFrom = from + pairs.keyLength();
    if (pieceCount > 0 && Arrays.equals(last, 0, lastKeyLength, bytes, from, valueFrom)) {
      throw conflicts.duplicate(Key.wrap(lastKey()), lastValue(), pairs.value());
    }
    boolean startsRow = !hasFamilies || writes.startsRow(Key.wrap(pairs.key()));
    if (pieceBytes > pieceBytesMax && startsRow) {
      endPiece();
    }
    VersionHeader.setTimestamp(bytes, valueFrom, timestamp);
    write(pairs);
    keep(bytes, from, pairs.keyLength(), pairs.valueLength());
    pieceStart = pieceStart == null ? lastKey() : pieceStart;
    if (startsRow) {
      pieceRows++;
    } else {
      pieceRest = lastKey();
    }
    pieceCount++;
    pieceBytes += (long) pairs.keyLength() + pairs.valueLength();
  }

  private void keep(byte[] bytes, int from, int keyLength, int valueLength) {
    int length = keyLength + valueLength;
    if (last.length < length) {
      last = new byte[Math.max(length, 2 * last.length)];
    }
    System.arraycopy(bytes, from, last, 0, length);
    lastKeyLength = keyLength;
    lastValueLength = valueLength;
  }

  private byte[] lastKey() {
    return Arrays.copyOf(last, lastKeyLength);
  }

  private byte[] lastValue() {
    return Arrays.copyOfRange(last, lastKeyLength, lastKeyLength + lastValueLength);
  }

  private void write(SortedPairs pairs) {
    if (files.isEmpty()) {
      smallBytes += (long) pairs.keyLength() + pairs.valueLength();
      if (smallBytes <= BATCH_BYTES_MAX) {
        small.put(Key.wrap(pairs.key()), pairs.value());
        return;
      }
      files.add(store.newTableFile(Space.ROWS));
      small.forEach((smallKey, smallValue) -> files.getLast().put(smallKey.bytes(), smallValue));
      small.clear();
    } else if (files.getLast().byteSize() > FILE_BYTES_MAX) {
      files.getLast().finish();
      files.add(store.newTableFile(Space.ROWS));
    }
    files.getLast().put(pairs.bytes(), pairs.keyOffset(), pairs.keyLength(), pairs.valueLength());
  }

  private void endPiece() {
    if (pieceStart != null) {
      Rest rest = pieceRest == null ? null : new Rest(Key.wrap(pieceRest), pieceCount - pieceRows);
      pieces.add(new Piece(Key.wrap(pieceStart), Key.wrap(lastKey()), pieceRows, pieceBytes, rest));
    }
    pieceStart = null;
    pieceRest = null;
    pieceRows = 0;
    pieceCount = 0;
    pieceBytes = 0;
  }

  List<Piece> pieces() {
    return pieces;
  }

  /** Adds the pairs to the store: in the batch, or as files. */
  void ingest(Batch batch) {
    small.forEach((key, value) -> batch.put(Space.ROWS, key.bytes(), value));
    if (!files.isEmpty()) {
      store.ingest(files);
    }
  }

  /** Returns the value of a pair that was ingested; null if there is no pair with the key. */
  byte @Nullable [] find(Key key, StoreReader reader) {
    if (files.isEmpty()) {
      return small.get(key);
    }
    byte[] value = reader.get(Space.ROWS, key);
    return value != null && VersionHeader.timestamp(value) == timestamp ? value : null;
  }

  /** Deletes the files that are not ingested. */
  @Override
  public void close() {
    files.forEach(TableFileWriter::close);
  }
}
