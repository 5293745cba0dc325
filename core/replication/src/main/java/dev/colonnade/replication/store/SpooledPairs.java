package dev.colonnade.replication.store;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.RocksStore;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Pairs that are to be ingested, in a temporary file as serialized batches: a log carries batches,
 * not files of RocksDB. One thread.
 */
final class SpooledPairs implements TableFileWriter {
  /** Bytes of a batch; small enough that an entry is sent and applied in milliseconds. */
  static final long BATCH_BYTES = 2L << 20;

  private final Space space;
  private final RocksStore rocks;
  private final Batch batch;
  private final Path file;
  private final DataOutputStream out;
  private long byteSize;
  private int batchCount;

  SpooledPairs(Space space, RocksStore rocks, Path folder) {
    this.space = space;
    this.rocks = rocks;
    try {
      Files.createDirectories(folder);
      file = Files.createTempFile(folder, "pairs", ".spool");
      out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
    } catch (IOException e) {
      throw failed(e);
    }
    batch = rocks.newBatch();
  }

  @Override
  public void put(byte[] key, byte[] value) {
    batch.put(space, key, value);
    byteSize += (long) key.length + value.length;
    if (batch.byteSize() >= BATCH_BYTES) {
      writeBatch();
    }
  }

  @Override
  public long byteSize() {
    return byteSize;
  }

  @Override
  public void finish() {
    if (!batch.isEmpty()) {
      writeBatch();
    }
    try {
      out.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void writeBatch() {
    byte[] bytes = rocks.serialized(batch);
    try {
      out.writeInt(bytes.length);
      out.write(bytes);
    } catch (IOException e) {
      throw failed(e);
    }
    batchCount++;
    batch.clear();
  }

  /** Passes all batches of the finished file on, in their order. */
  void forEachBatch(Consumer<byte[]> consumer) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      for (int i = 0; i < batchCount; i++) {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        consumer.accept(bytes);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() {
    batch.close();
    try {
      out.close();
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ColonnadeException failed(IOException cause) {
    return new ColonnadeException(
        ErrorCode.STORE_IO, "temporary file of pairs failed cause=" + cause, cause);
  }
}
