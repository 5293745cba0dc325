package dev.colonnade.store.rocks;

import static java.util.Objects.requireNonNull;

import dev.colonnade.store.Space;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.ffi.TableFileFrame;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.EnvOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** Table file of RocksDB that is written outside of the database, and then moved into it. */
final class RocksTableFile implements TableFileWriter {
  private static final String WRITE = "write table file";

  private final RocksEngine engine;
  private final Space space;
  private final Path path;
  private final EnvOptions environment = new EnvOptions();
  private final SstFileWriter writer;

  /** Null if C functions are not available. */
  private final @Nullable TableFileFrame frame;

  private long byteSize;
  private boolean isClosed;

  /** Creates a file, with the options of the files of the database. */
  RocksTableFile(RocksEngine engine, Space space) {
    this.engine = requireNonNull(engine, "engine is null");
    this.space = requireNonNull(space, "space is null");
    path = engine.directory().newTableFile();
    writer = new SstFileWriter(environment, engine.options().tableFiles());
    frame = engine.nativeTableFiles() ? new TableFileFrame(writer.getNativeHandle()) : null;
    try {
      writer.open(path.toString());
    } catch (RocksDBException e) {
      close();
      throw RocksErrors.translate("open table file", e);
    }
  }

  Space space() {
    return space;
  }

  Path path() {
    return path;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    if (frame != null) {
      requireWritten(frame.put(key, value));
    } else {
      try {
        writer.put(key, value);
      } catch (RocksDBException e) {
        throw RocksErrors.translate(WRITE, e);
      }
    }
    byteSize += (long) key.length + value.length;
  }

  @Override
  public void put(byte[] pairs, int keyOffset, int keyLength, int valueLength) {
    if (frame == null) {
      TableFileWriter.super.put(pairs, keyOffset, keyLength, valueLength);
      return;
    }
    requireWritten(frame.put(pairs, keyOffset, keyLength, valueLength));
    byteSize += (long) keyLength + valueLength;
  }

  private static void requireWritten(@Nullable String failure) {
    if (failure != null) {
      throw RocksErrors.translate(WRITE, new RocksDBException(failure));
    }
  }

  @Override
  public long byteSize() {
    return byteSize;
  }

  @Override
  public void finish() {
    try {
      writer.finish();
    } catch (RocksDBException e) {
      throw RocksErrors.translate("finish table file", e);
    }
  }

  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    writer.close();
    if (frame != null) {
      frame.close();
    }
    environment.close();
    engine.directory().deleteTableFile(path);
  }
}
